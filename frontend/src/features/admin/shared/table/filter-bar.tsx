import { SlidersHorizontal } from "lucide-react"
import { type ReactNode, useId, useState } from "react"
import { Button } from "@/components/button"
import { Chip } from "@/components/chip"
import { DayField } from "@/components/day-field"
import { NativeSelect } from "@/components/native-select"
import { type Filters, type ListFilters, useListFilters } from "@/features/admin/shared/list-filters"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { formatDate } from "@/lib/time"
import type { DayProblem, Days } from "./days"
import { SearchField } from "./search-field"
import { type Typing, useDayInput } from "./use-filter-input"

/** A filter with a list of values, of which one may be chosen. */
type SelectFilter<F> = {
  name: keyof F & string
  label: string
  /** Text of no choice. */
  any?: string
  options: readonly { value: string; label: string; chip?: string }[]
}

type Searched = Filters & { search: string; sortBy?: string } & Partial<Days>

type FilterBarProps<F extends Searched, T extends Days, P extends string> = {
  list: ListFilters<F>
  search: { label: string; hint: string }
  selects: readonly SelectFilter<F>[]
  /** The fields that are typed, where `children` has more of them than the days. */
  typing?: Typing<T, P | DayProblem>
  /** The set filters among `children`, in words. */
  chips?: readonly { name: keyof F & string; label: string }[]
  /** The choice of the rows' order, by the filter `sortBy`. */
  sort?: { label: string; options: readonly { value: string; label: string }[] }
  /** Columns of the fields on phones and on wide screens. */
  columns?: string
  children?: ReactNode
}

/** Search of a list in one line; its filters are folded behind a button, the set ones are chips that remove them. */
export function FilterBar<F extends Searched, T extends Days, P extends string>({
  list,
  search,
  selects,
  typing: given,
  chips = [],
  sort,
  columns = "grid-cols-1 sm:grid-cols-2 lg:grid-cols-4",
  children,
}: FilterBarProps<F, T, P>) {
  const { t, i18n } = useTranslation("admin")
  const day = (value: string) => ({ day: formatDate(value, i18n.language) })
  const { filters, change } = useListFilters(list)
  const { startDate = "", endDate = "" } = filters
  const days = useDayInput({ startDate, endDate }, (changed) => change(changed as Partial<F>))
  // Without fields of its own, T is Days.
  const own = list.none.startDate === undefined ? undefined : (days as unknown as Typing<T, P | DayProblem>)
  const typing = given ?? own
  const typed = Object.entries(typing?.typed ?? {})
  const active = [
    ...selects.map(({ name, options }) => {
      const chosen = options.find(({ value }) => value === filters[name])
      return { name, label: chosen?.chip ?? chosen?.label ?? String(filters[name]) }
    }),
    { name: "startDate", label: startDate && t("filters.from", day(startDate)) },
    { name: "endDate", label: endDate && t("filters.until", day(endDate)) },
    ...chips,
  ].flatMap(({ name, label }) => (label ? [{ name, label }] : []))
  const emptied = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, ""]))

  function clear() {
    const names = typed.map(([name]) => name)
    typing?.reset(emptied(names) as T)
    change(emptied([...names, "search", ...selects.map(({ name }) => name)]) as Partial<F>)
  }
  const [open, setOpen] = useState(false)
  // Another key forgets what is typed in the search field and not applied yet.
  const [clears, setClears] = useState(0)
  const id = useId()
  return (
    <section aria-label={t("filters.title")}>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          key={clears}
          {...search}
          value={filters.search}
          onSearch={(text) => change({ search: text } as Partial<F>)}
        />
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4" />
          {t("filters.title")}
          {active.length > 0 && (
            <span className="text-ink-soft tabular-nums">
              <span aria-hidden="true">{active.length}</span>
              <span className="sr-only">{t("filters.active", { count: active.length })}</span>
            </span>
          )}
        </Button>
        {active.map(({ name, label }) => (
          <Chip key={name} label={label} onRemove={() => change(emptied([name]) as Partial<F>)} />
        ))}
        {(active.length > 0 || filters.search || typed.some(([, value]) => value)) && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              setClears(clears + 1)
              clear()
            }}
          >
            {t("filters.clear")}
          </Button>
        )}
        {sort && (
          <NativeSelect
            {...sort}
            dense
            hideLabel
            className="sm:ml-auto"
            value={filters.sortBy}
            onChange={({ target }) => change(list.parse("sortBy", target.value) as Partial<F>)}
          />
        )}
      </div>
      <div id={id} hidden={!open} className="mt-2 rounded-md border border-line bg-paper p-4">
        <div className={cx("grid items-start gap-3", columns)}>
          {selects.map(({ name, label, any = t("filters.any"), options }) => (
            <NativeSelect
              key={name}
              label={label}
              value={String(filters[name])}
              options={[{ value: "", label: any }, ...options]}
              onChange={({ target }) => change(list.parse(name, target.value) as Partial<F>)}
            />
          ))}
          {typing && <DayFields {...typing} />}
          {children}
        </div>
      </div>
    </section>
  )
}

/** The fields of a date range. */
function DayFields<T extends Days, P extends string>({ typed, problems, type }: Typing<T, P | DayProblem>) {
  const { t } = useTranslation("admin")
  return (["startDate", "endDate"] as const).map((name) => {
    const problem = problems[name]
    return (
      <DayField
        key={name}
        label={t(`filters.${name}`)}
        value={typed[name]}
        error={isDayProblem(problem) ? t(`filters.problems.${problem}`) : undefined}
        onChange={(value) => type({ ...typed, [name]: value })}
      />
    )
  })
}

const isDayProblem = (problem: string | undefined): problem is DayProblem =>
  problem === "notADate" || problem === "endBeforeStart"
