import { cx } from "@/lib/cx"

type FactListProps = {
  /** What each is called and what it is; what is not known is left out. */
  facts: readonly (readonly [label: string, value: string | null])[]
  /** Layout classes. */
  className: string
}

/** Short facts, each under its name. */
export function FactList({ facts, className }: FactListProps) {
  return (
    <dl className={cx("gap-x-8", className)}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt className="text-ink-soft text-xs">{label}</dt>
              <dd className="break-all tabular-nums">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
