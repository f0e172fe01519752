import { SlidersHorizontal } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { useLabels } from "@/features/admin/shared/labels"
import { same, useFilterInput } from "@/features/admin/shared/table/use-filter-input"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import {
  countFilters,
  filtersOf,
  isMethod,
  isStatus,
  methods,
  noFilters,
  problemsOf,
  statuses,
  type TransactionFilters,
  type Typed,
  typedOf,
  UNKNOWN_METHOD,
} from "./transaction-filters"

type FilterPanelProps = {
  filters: TransactionFilters
  onChange: (changed: Partial<TransactionFilters>) => void
  onClear: () => void
}

export function FilterPanel({ filters, onChange, onClear }: FilterPanelProps) {
  const { t } = useTranslation("admin")
  const labels = useLabels()
  const [open, setOpen] = useState(false)
  const { typed, problems, type, reset } = useFilterInput({
    applied: typedOf(filters),
    problemsOf,
    normalize: (fields) => typedOf({ ...noFilters, ...filtersOf(fields) }),
    onApply: (fields) => onChange(filtersOf(fields)),
  })
  const active = countFilters(filters)
  const isEmpty = active === 0 && same(typed, typedOf(noFilters))
  function clear() {
    reset(typedOf(noFilters))
    onClear()
  }
  const any = { value: "", label: t("filters.any") }

  const field = (name: keyof Typed, input: { type: string; hint?: string; numeric?: true }) => ({
    label: t(`filters.${name}`),
    name,
    type: input.type,
    inputMode: input.numeric && ("decimal" as const),
    placeholder: input.hint,
    autoComplete: "off",
    maxLength: 100,
    value: typed[name],
    error: problems[name] && t(`filters.problems.${problems[name]}`),
    onChange: (event: { target: { value: string } }) => type({ ...typed, [name]: event.target.value }),
  })

  return (
    <section aria-label={t("filters.title")} className="rounded-md border border-line bg-paper p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-medium font-text text-base">
          {t("filters.title")}
          {active > 0 && (
            <span className="ml-2 text-ink-soft text-sm">{t("filters.active", { count: active })}</span>
          )}
        </h2>
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="sm"
            className="sm:hidden"
            aria-expanded={open}
            aria-controls="transaction-filters"
            onClick={() => setOpen(!open)}
          >
            <SlidersHorizontal aria-hidden="true" className="size-4" />
            {open ? t("filters.hide") : t("filters.show")}
          </Button>
          <Button variant="quiet" size="sm" disabled={isEmpty} onClick={clear}>
            {t("filters.clear")}
          </Button>
        </div>
      </div>
      <div
        id="transaction-filters"
        className={cx("mt-3 grid grid-cols-2 items-start gap-3 sm:grid-cols-4", !open && "max-sm:hidden")}
      >
        <TextField
          {...field("search", { type: "search", hint: t("filters.searchHint") })}
          className="col-span-2"
        />
        <NativeSelect
          label={t("filters.status")}
          value={filters.status}
          options={[any, ...statuses.map((value) => ({ value, label: labels.status(value) }))]}
          onChange={({ target: { value } }) => onChange({ status: isStatus(value) ? value : "" })}
        />
        <NativeSelect
          label={t("filters.method")}
          value={filters.method}
          options={[
            any,
            ...methods.map((value) => ({
              value,
              label: value === UNKNOWN_METHOD ? t("methodUnknown") : labels.method(value),
            })),
          ]}
          onChange={({ target: { value } }) => onChange({ method: isMethod(value) ? value : "" })}
        />
        <TextField {...field("startDate", { type: "date" })} />
        <TextField {...field("endDate", { type: "date" })} />
        <TextField {...field("minAmount", { type: "text", numeric: true })} />
        <TextField {...field("maxAmount", { type: "text", numeric: true })} />
      </div>
    </section>
  )
}
