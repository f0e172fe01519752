import type { ReactNode } from "react"
import { cx } from "@/lib/cx"
import { verbatim } from "@/lib/verbatim"

/** Labels and values; facts without a value are left out. */
type Facts = readonly (readonly [label: string, value: ReactNode])[]

type FactListProps = {
  facts: Facts
  /** Layout classes. */
  className: string
}

/** Facts, each under its label. */
export function FactList({ facts, className }: FactListProps) {
  return (
    <dl className={cx("gap-x-8", className)}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt className="text-ink-soft text-xs">{label}</dt>
              <dd className="break-all tabular-nums" translate={verbatim(value)}>
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Facts, each in a row with its label. */
export function FactRows({ rows }: { rows: Facts }) {
  return (
    <dl className="space-y-1.5">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="select-all break-all text-right tabular-nums" translate={verbatim(value)}>
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
