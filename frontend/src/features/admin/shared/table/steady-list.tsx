import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"

/** Time for which a still pointer holds the rows; a finger never leaves the list. */
const HOLD_MS = 5000

type SteadyListProps<R> = {
  rows: readonly R[]
  idOf: (row: R) => string
  className?: string
  itemClassName?: string
  /** Renders the frame around the list, by its number of rows. */
  frame?: (list: ReactNode, shown: number) => ReactNode
  children: (row: R) => ReactNode
}

/**
 * A list of rows to act on. While the pointer or the keyboard is in it the rows keep their place, so that a second
 * click never meets the row below: what leaves the list stays greyed, what is new waits.
 */
export function SteadyList<R>({ rows, idOf, className, itemClassName, frame, children }: SteadyListProps<R>) {
  const { t } = useTranslation("admin")
  const list = useRef<HTMLUListElement>(null)
  const [held, setHeld] = useState<{ rows: readonly R[]; heights: Map<string | undefined, number> } | null>(
    null,
  )
  const timer = useRef<number>(undefined)
  /** The element that has the focus, or had it until it was disabled, and its row. */
  const focused = useRef<{ element: Element; row: HTMLElement }>(null)

  function hold() {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(release, HOLD_MS)
    setHeld((before) => before ?? { rows, heights: heightsOf(list.current) })
  }
  function release() {
    window.clearTimeout(timer.current)
    if (list.current?.querySelector(":focus-visible")) timer.current = window.setTimeout(release, HOLD_MS)
    else setHeld(null)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const current = new Map(rows.map((row) => [idOf(row), row]))
  const shown = (held?.rows ?? rows).map((row) => {
    const id = idOf(row)
    return { id, row: current.get(id) ?? row, gone: !current.has(id) }
  })
  // The browser drops the focus of a button that is gone or inert: it goes to the button's row.
  useLayoutEffect(() => {
    if (focused.current === null) return
    const { element, row } = focused.current
    const isLost = !element.isConnected || element.closest("[inert]") !== null
    if (isLost && (document.activeElement === document.body || document.activeElement === element)) {
      row.focus({ preventScroll: true })
    }
  })

  const element = (
    <ul
      ref={list}
      className={cx("divide-y divide-line", className)}
      onPointerMove={hold}
      onPointerDown={hold}
      onPointerLeave={release}
      onKeyDown={hold}
      onFocus={({ target }) => {
        hold()
        // A dialog that a row has opened stands outside the list.
        const row = target.closest<HTMLElement>("[data-row]")
        if (row) focused.current = { element: target, row }
      }}
    >
      {shown.map(({ id, row, gone: isGone }) => (
        <li
          key={id}
          data-row={id}
          tabIndex={-1}
          className={cx(itemClassName, "relative", isGone && "opacity-60")}
          // Its buttons may be gone already, which would move the rows below.
          style={{ minHeight: held?.heights.get(id) }}
        >
          <div inert={isGone}>{children(row)}</div>
          {/* Over the row: it would move those below. */}
          {isGone && (
            <p className="absolute end-3 bottom-3 rounded bg-paper px-2 font-medium text-sm">
              {t("pager.gone")}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
  return frame ? frame(element, shown.length) : element
}

function heightsOf(list: HTMLElement | null) {
  return new Map(
    [...(list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].map((row) => [
      row.dataset.row,
      row.offsetHeight,
    ]),
  )
}
