import { type RefObject, useEffect, useRef } from "react"

const HIGHLIGHT_MS = 2_400

/**
 * Draw the eye quietly to an element whose value changed by itself.
 *
 * `fresh` highlights it when it first appears, too. Readers who want less motion get a plain mark that goes.
 */
export function useHighlight<E extends HTMLElement>(value: unknown, fresh = false): RefObject<E | null> {
  const element = useRef<E>(null)
  const before = useRef<unknown>(fresh ? undefined : value)
  useEffect(() => {
    if (before.current === value) return
    before.current = value
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches
    element.current?.animate?.(
      // No end is named: it fades to whatever the element's ground is.
      [{ backgroundColor: "color-mix(in srgb, var(--color-warning-wash) 75%, transparent)", offset: 0 }],
      { duration: HIGHLIGHT_MS, easing: still ? "steps(1, end)" : "ease-in" },
    )
  }, [value])
  return element
}
