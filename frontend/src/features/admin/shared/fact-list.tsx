import { cx } from "@/lib/cx"
import { verbatim } from "@/lib/verbatim"

type FactListProps = {
  /** Labels and values; facts without a value are left out. */
  facts: readonly (readonly [label: string, value: string | null])[]
  /** Layout classes. */
  className: string
}

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
