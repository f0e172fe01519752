import { useEffect } from "react"
import { useStable } from "@/lib/use-stable"

/** A field whose text takes all keys. */
const TEXT = "input:not([type=checkbox], [type=radio]), textarea, select"
const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu]"

/** Return true when the page's shortcuts may take the key: not while typing, nor under a dialog. */
function isFree({ defaultPrevented, ctrlKey, metaKey, altKey, target }: KeyboardEvent) {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false
  const typing = target instanceof HTMLElement && (target.isContentEditable || target.matches(TEXT))
  return !typing && !document.querySelector(OVERLAYS)
}

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-row]")]
const currentRow = () => document.activeElement?.closest<HTMLElement>("[data-row]")

function moveBy(step: number) {
  const all = rows()
  const current = currentRow()
  const place = current ? all.indexOf(current) + step : 0
  const next = all[Math.min(Math.max(0, place), all.length - 1)]
  // One row is in Tab's order: a dialog that it opens gives the focus back to it.
  for (const row of all) row.tabIndex = row === next ? 0 : -1
  next?.focus({ preventScroll: true })
  next?.scrollIntoView?.({ block: "nearest" })
}

/** Press what `selector` finds in the row that has the focus. */
function press(selector: string, shiftKey = false) {
  const click = new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey })
  currentRow()?.querySelector(selector)?.dispatchEvent(click)
}

/**
 * The keys of lists. A row has `data-row`; Enter presses its `data-opens`, else its first link, and "x" its checkbox, with Shift up to it.
 * They read the page rather than a registry, so that every list has them.
 */
const KEYS: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
  "/": () => document.querySelector<HTMLElement>("#staff-page input[type=search]")?.focus(),
  j: () => moveBy(1),
  k: () => moveBy(-1),
  x: () => press("input[type=checkbox]"),
  X: () => press("input[type=checkbox]", true),
  Enter: ({ target }) => {
    // Otherwise Enter presses the link or button that has the focus.
    if (target !== currentRow()) return
    press(currentRow()?.querySelector("[data-opens]") ? "[data-opens]" : "a[href]")
  },
}

/** Listen for the keys of lists, and for "?", which asks for the help. */
export function useListKeys(onHelp: () => void) {
  const listen = useStable((event: KeyboardEvent) => {
    const act = event.key === "?" ? onHelp : KEYS[event.key]
    if (!act || !isFree(event)) return
    act(event)
    // Else Firefox opens its own search, and the key is typed into the field that has just got the focus.
    if (event.key !== "Enter") event.preventDefault()
  })
  useEffect(() => {
    window.addEventListener("keydown", listen)
    return () => window.removeEventListener("keydown", listen)
  }, [listen])
}
