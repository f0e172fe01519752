import { type RefObject, useLayoutEffect, useRef } from "react"

/** The clock of all marks: a mark stands in full until the next tick but one, then paler until another. */
const TICK_MS = 900
/** What is drawn so near to a tick takes it along: each change of the marks alone would be a picture more. */
const NEAR_MS = 100

/** What is marked now, and from which tick on it is paler. */
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
 * Draw the eye quietly to an element whose value changed by itself; `fresh` marks it when it first appears, too.
 *
 * The marks go in two steps, all on one clock: a fade has the browser draw sixty times a second, and a timer each
 * nearly as often on a busy day.
 */
export function useHighlight<E extends HTMLElement>(value: unknown, fresh = false): RefObject<E | null> {
  const element = useRef<E>(null)
  const before = useRef<unknown>(fresh ? undefined : value)
  // In the same picture as the value itself.
  useLayoutEffect(() => {
    const own = element.current
    if (before.current === value || !own) return
    before.current = value
    mark(own)
    return () => unmark(own)
  }, [value])
  return element
}
