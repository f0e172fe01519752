import type { LucideIcon } from "lucide-react"
import type { ComponentProps } from "react"
import { cx } from "@/lib/cx"

type RailButtonProps = ComponentProps<"button"> & {
  icon: LucideIcon
  label: string
  /** The icon alone; the label is its tooltip. */
  collapsed: boolean
}

/** A button at the foot of the rail. */
export function RailButton({ icon: Icon, label, collapsed, ...rest }: RailButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={collapsed ? label : undefined}
      className={cx(
        "flex min-h-9 w-full items-center gap-3 rounded-sm px-3 text-ink-soft text-sm transition-colors hover:bg-tile hover:text-ink",
        collapsed && "justify-center",
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
      {!collapsed && <span className="truncate">{label}</span>}
    </button>
  )
}
