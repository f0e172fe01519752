import type { ReactNode } from "react"
import { verbatim } from "@/lib/verbatim"
import { useHighlight } from "./use-highlight"

type CountersProps = {
  /** Accessible name of the figures. */
  label: string
  children: ReactNode
}

/** Figures of a board in one line, which scrolls sideways where it does not fit. */
export function Counters({ label, children }: CountersProps) {
  return (
    <section aria-label={label}>
      {/* What scrolls must be reachable by keyboard. */}
      <dl
        tabIndex={0}
        className="flex overflow-x-auto rounded-md border border-line bg-paper py-2 [scrollbar-width:thin]"
      >
        {children}
      </dl>
    </section>
  )
}

type CounterProps = { label: string; value: string; note?: string; hint?: string }

/** One figure; `note` is beside it, `hint` says what it counts. Highlighted briefly on a live change. */
export function Counter({ label, value, note, hint }: CounterProps) {
  const highlighted = useHighlight<HTMLDivElement>(value)
  return (
    <div
      ref={highlighted}
      title={hint}
      className="min-w-fit flex-auto border-line border-l px-4 first:border-l-0"
    >
      <dt className="whitespace-nowrap text-ink-soft text-xs">{label}</dt>
      <dd className="flex items-baseline gap-2 whitespace-nowrap tabular-nums">
        <span className="font-medium text-base leading-6" translate={verbatim(value)}>
          {value}
        </span>
        {note && <span className="text-ink-soft text-xs">{note}</span>}
        {hint && <span className="sr-only">{hint}</span>}
      </dd>
    </div>
  )
}
