import type { ReactNode } from "react"
import { verbatim } from "@/lib/verbatim"
import { useHighlight } from "./use-highlight"

type StatCardProps = { label: string; value: string; note?: ReactNode }

/** One figure with its label; highlighted briefly on a live change. */
export function StatCard({ label, value, note }: StatCardProps) {
  const highlighted = useHighlight<HTMLDivElement>(value)
  return (
    <div ref={highlighted} className="rounded-md border border-line bg-paper px-4 py-3.5">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd>
        <span className="block font-display text-xl tabular-nums sm:text-2xl" translate={verbatim(value)}>
          {value}
        </span>
        {note && <span className="block text-ink-soft text-xs tabular-nums">{note}</span>}
      </dd>
    </div>
  )
}
