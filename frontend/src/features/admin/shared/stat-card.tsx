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
      <dd className="@container">
        {/* As large as fits in one line: crores of rupees are fifteen characters. */}
        <span
          className="block whitespace-nowrap font-display tabular-nums leading-9"
          style={{ fontSize: `min(1.5rem, ${160 / value.length}cqi)` }}
          translate={verbatim(value)}
        >
          {value}
        </span>
        {note && <span className="block text-ink-soft text-xs tabular-nums">{note}</span>}
      </dd>
    </div>
  )
}
