import { type RefObject, useLayoutEffect, useRef } from "react"

/** Interval of the shared timer: a mark is strong for up to two ticks, then pale for one. */
const TICK_MS = 900
/** A mark set this shortly before a tick advances it at once, which saves a separate repaint. */
const NEAR_MS = 100

/** The marked elements, each with the tick from which it is pale. */
const marked = new Map<HTMLElement, number>()
let tick = 0
let tickedAt = 0
let clock: number | undefined

function mark(element: HTMLElement) {
  if (performance.now() - tickedAt > TICK_MS - NEAR_MS) advance()
  element.dataset.changed = "strong"
  marked.set(element, tick + 2)
  clock ??= window.setTimeout(advance, TICK_MS + NEAR_MS)
}

function advance() {
  tick += 1
  tickedAt = performance.now()
  for (const [element, paler] of marked) {
    if (tick > paler) unmark(element)
    else if (tick === paler) element.dataset.changed = "pale"
  }
  stop()
  if (marked.size > 0) clock = window.setTimeout(advance, TICK_MS + NEAR_MS)
}

function unmark(element: HTMLElement) {
  delete element.dataset.changed
  marked.delete(element)
  if (marked.size > 0) return
  stop()
  tickedAt = 0
}

function stop() {
  window.clearTimeout(clock)
  clock = undefined
}

/**
 * Highlight an element whose value changed by a live update; `fresh` also highlights it when it first appears.
 *
 * Marks fade in two steps on one shared timer: a CSS transition would repaint sixty times a second, and a timer per
 * element nearly as often when many values change.
 */
export function useHighlight<E extends HTMLElement>(value: unknown, fresh = false): RefObject<E | null> {
  const element = useRef<E>(null)
  const before = useRef<unknown>(fresh ? undefined : value)
  // In the same render as the value itself.
  useLayoutEffect(() => {
    const own = element.current
    if (before.current === value || !own) return
    before.current = value
    mark(own)
    return () => unmark(own)
  }, [value])
  return element
}
