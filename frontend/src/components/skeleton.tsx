import { cx } from "@/lib/cx"

/** Placeholder of loading content; hidden from screen readers, as the region around it is `aria-busy`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "block animate-shimmer rounded-sm bg-[linear-gradient(100deg,var(--color-tile)_40%,var(--color-paper)_50%,var(--color-tile)_60%)] bg-[length:200%_100%]",
        className,
      )}
    />
  )
}
