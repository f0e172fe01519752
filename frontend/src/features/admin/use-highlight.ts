import { type RefObject, useEffect, useRef } from "react"

/** How long the mark stands in full, and then paler. */
const STRONG_MS = 1_200
const PALE_MS = 1_200

/**
 * Draw the eye quietly to an element whose value changed by itself; `fresh` marks it when it first appears, too.
 *
 * The mark goes in two steps. A fade would have the browser draw sixty times a second, without end on a busy day.
 */
export function useHighlight<E extends HTMLElement>(value: unknown, fresh = false): RefObject<E | null> {
  const element = useRef<E>(null)
  const before = useRef<unknown>(fresh ? undefined : value)
  useEffect(() => {
    const marked = element.current
    if (before.current === value || !marked) return
    before.current = value
    marked.dataset.changed = "strong"
    let timer = window.setTimeout(() => {
      marked.dataset.changed = "pale"
      timer = window.setTimeout(() => delete marked.dataset.changed, PALE_MS)
    }, STRONG_MS)
    return () => {
      window.clearTimeout(timer)
      delete marked.dataset.changed
    }
  }, [value])
  return element
}
