import { type ReactNode, useState } from "react"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { useTranslation } from "@/i18n"

type Selection<R> = {
  of: string
  /** By id, as they were last shown or updated. */
  rows: ReadonlyMap<string, R>
  /** The row pressed last, where a range begins. */
  last: string
}

/**
 * The selected rows of a list, and the checkboxes of each row and of all; Shift selects a range.
 *
 * The selection stays on other pages and when rows leave the list, until another `of`, such as other filters.
 */
export function useSelection<R>(of: string, rows: readonly R[], idOf: (row: R) => string) {
  const { t } = useTranslation("admin")
  const none: Selection<R> = { of, rows: new Map(), last: "" }
  const [held, setHeld] = useState(none)
  const selection = held.of === of ? held : none
  const isSelected = (row: R) => selection.rows.has(idOf(row))
  const isAll = rows.length > 0 && rows.every(isSelected)
  const shown = new Map(rows.map((row) => [idOf(row), row]))

  function toggle(changed: readonly R[], selected: boolean, last = "") {
    const next = new Map(selection.rows)
    for (const row of changed) {
      if (selected) next.set(idOf(row), row)
      else next.delete(idOf(row))
    }
    setHeld({ of, rows: next, last })
  }
  /** The rows from the one pressed last to this one. */
  function rangeTo(row: R) {
    const ends = [selection.last, idOf(row)].map((id) => rows.findIndex((each) => idOf(each) === id))
    return ends.includes(-1) ? [row] : rows.slice(Math.min(...ends), Math.max(...ends) + 1)
  }
  return {
    selected: [...selection.rows].map(([id, row]) => shown.get(id) ?? row),
    clear: () => setHeld(none),
    /** Keep the newest state of selected rows, also of those on other pages. */
    update: (changed: readonly R[]) =>
      setHeld((now) => {
        const newer = changed.filter((row) => now.rows.has(idOf(row)))
        if (newer.length === 0) return now
        return { ...now, rows: new Map([...now.rows, ...newer.map((row) => [idOf(row), row] as const)]) }
      }),
    choose: (row: R) => (
      <Checkbox
        checked={isSelected(row)}
        onChange={(selected, isShift) => toggle(isShift ? rangeTo(row) : [row], selected, idOf(row))}
      >
        <span className="sr-only">{t("selection.select", { id: idOf(row) })}</span>
      </Checkbox>
    ),
    chooseAll: (
      <Checkbox checked={isAll} onChange={(selected) => toggle(rows, selected)}>
        <span className="min-[70rem]:sr-only">{t("selection.all")}</span>
      </Checkbox>
    ),
  }
}

type BulkBarProps = {
  /** Names the bar for screen readers. */
  label: string
  /** Number of selected rows; with none, nothing is shown. */
  count: number
  onClear: () => void
  /** The buttons of the acts. */
  children: ReactNode
}

/** The acts on all selected rows, above the window's lower edge. */
export function SelectionBar({ label, count, onClear, children }: BulkBarProps) {
  const { t } = useTranslation("admin")
  if (count === 0) return null
  return (
    <section
      aria-label={label}
      className="sticky bottom-3 z-20 mt-4 rounded-md border border-line-strong bg-paper px-3 py-3 shadow-float sm:flex sm:items-center sm:gap-3 sm:px-4"
    >
      <div className="flex flex-1 items-center justify-between gap-3">
        <p role="status" className="font-medium text-sm">
          {t("selection.count", { count })}
        </p>
        <Button size="sm" variant="quiet" onClick={onClear}>
          {t("selection.clear")}
        </Button>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:mt-2 max-sm:*:grow sm:gap-3">{children}</div>
    </section>
  )
}
