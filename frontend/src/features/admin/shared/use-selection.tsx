import { type ReactNode, useState } from "react"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { useTranslation } from "@/i18n"

type Selected = { of: string; ids: ReadonlySet<string> }

/** The selected rows of a list, and each row's checkbox; another `of`, such as other filters, is another selection. */
export function useSelection<R>(of: string, rows: readonly R[], idOf: (row: R) => string) {
  const { t } = useTranslation("admin")
  const [held, setHeld] = useState<Selected>({ of, ids: new Set() })
  const ids = held.of === of ? held.ids : new Set<string>()
  const toggle = (id: string, selected: boolean) =>
    setHeld({ of, ids: new Set(selected ? [...ids, id] : [...ids].filter((other) => other !== id)) })
  return {
    selected: rows.filter((row) => ids.has(idOf(row))),
    clear: () => setHeld({ of, ids: new Set() }),
    choose: (row: R) => (
      <Checkbox checked={ids.has(idOf(row))} onChange={(selected) => toggle(idOf(row), selected)}>
        <span className="sr-only">{t("selection.select", { id: idOf(row) })}</span>
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
      {/* On a phone one row of equal buttons, whatever the language. */}
      <div className="grid auto-cols-fr grid-flow-col gap-2 max-sm:mt-2 sm:flex sm:gap-3">{children}</div>
    </section>
  )
}
