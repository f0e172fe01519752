import { SlidersHorizontal } from "lucide-react"
import { Fragment, type ReactNode, useId, useState } from "react"
import { Button } from "@/components/button"
import { Chip } from "@/components/chip"
import { useTranslation } from "@/i18n"

/** A set filter, in words. */
export type ActiveFilter = { name: string; label: string; onRemove: () => void }

type FilterBarProps = {
  search: ReactNode
  /** What is not a filter, such as the order of the rows. */
  aside?: ReactNode
  /** The set filters besides the search. */
  active: readonly ActiveFilter[]
  /** Whether there is nothing to clear, what is typed and not applied included. */
  isEmpty: boolean
  onClear: () => void
  /** The fields of the filters. */
  children: ReactNode
}

/** Search of a list in one line; its filters are folded behind a button, the set ones are chips that remove them. */
export function FilterBar({ search, aside, active, isEmpty, onClear, children }: FilterBarProps) {
  const { t } = useTranslation("admin")
  const [open, setOpen] = useState(false)
  // Another key forgets what is typed in the search field and not applied yet.
  const [clears, setClears] = useState(0)
  const id = useId()
  return (
    <section aria-label={t("filters.title")}>
      <div className="flex flex-wrap items-center gap-2">
        <Fragment key={clears}>{search}</Fragment>
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
        {active.map(({ name, label, onRemove }) => (
          <Chip key={name} label={label} onRemove={onRemove} />
        ))}
        {!isEmpty && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              setClears(clears + 1)
              onClear()
            }}
          >
            {t("filters.clear")}
          </Button>
        )}
        {aside && <div className="sm:ml-auto">{aside}</div>}
      </div>
      <div id={id} hidden={!open} className="mt-2 rounded-md border border-line bg-paper p-4">
        {children}
      </div>
    </section>
  )
}
