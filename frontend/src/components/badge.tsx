import type { ReactNode } from "react"
import { cx } from "@/lib/cx"

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger" | "info" | "orange" | "purple"

const tones: Record<Tone, string> = {
  neutral: "bg-tile text-ink-soft",
  accent: "bg-accent text-white",
  success: "bg-success-wash text-success",
  warning: "bg-warning-wash text-warning",
  danger: "bg-danger-wash text-danger",
  info: "bg-info-wash text-info",
  orange: "bg-orange-wash text-orange",
  purple: "bg-purple-wash text-purple",
}

/** A short word about a thing's state; the word carries the meaning, the colour only helps. */
export function Badge({
  tone = "neutral",
  dot,
  className,
  children,
}: {
  tone?: Tone
  /** A dot before the word, for states in tables. */
  dot?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm px-2 py-0.5 font-medium text-xs forced-colors:border",
        tones[tone],
        className,
      )}
    >
      {dot && <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />}
      {children}
    </span>
  )
}
