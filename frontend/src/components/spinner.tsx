import { cx } from "@/lib/cx"

/** Decorative loading spinner; the text beside it says what is loading. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "inline-block size-[1.1em] animate-turn rounded-full border-2 border-current border-r-transparent",
        className,
      )}
    />
  )
}

/** Placeholder of a page while its code or its guard is loading. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <div role="status" className="flex min-h-[50vh] items-center justify-center text-accent">
      <Spinner className="size-8" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
