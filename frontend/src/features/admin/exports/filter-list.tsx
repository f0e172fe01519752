import { useTranslation } from "@/i18n"

const names = [
  "status",
  "paymentStatus",
  "paymentMethod",
  "search",
  "startDate",
  "endDate",
  "minAmount",
  "maxAmount",
  "role",
  "state",
  "month",
] as const
type Name = (typeof names)[number]
const isName = (value: string): value is Name => names.some((name) => name === value)

type FilterListProps = { filters: Record<string, unknown>; none: string }

/** The filters that a file is of, in the reader's words. */
export function FilterList({ filters, none }: FilterListProps) {
  const { t } = useTranslation("exports")
  const set = Object.entries(filters).filter(([, value]) => value !== "" && value != null)
  if (set.length === 0) return <p className="text-ink-soft text-sm">{none}</p>
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {set.map(([name, value]) => (
        <li key={name}>
          <span className="text-ink-soft">{isName(name) ? t(`filterNames.${name}`) : name}</span>{" "}
          <span className="break-all tabular-nums">{String(value)}</span>
        </li>
      ))}
    </ul>
  )
}
