import type { LucideIcon } from "lucide-react"

/** An icon with a count badge; the accessible name of the control around it contains the count. */
export function CountedIcon({ icon: Icon, count }: { icon: LucideIcon; count: number }) {
  return (
    <span aria-hidden="true" className="relative inline-flex">
      <Icon className="size-5" strokeWidth={1.75} />
      {count > 0 && (
        <span className="absolute -top-2 -right-2.5 inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-accent px-1 font-medium text-white text-xs tabular-nums leading-none">
          {count > 99 ? "99+" : count}
        </span>
      )}
    </span>
  )
}
