import { useCallback, useLayoutEffect, useRef } from "react"

/**
 * A function that stays the same and does what the newest `handler` does.
 *
 * For children that are drawn again only when what they are given is another. Not to be called while rendering.
 */
export function useStable<A extends unknown[]>(handler: (...args: A) => void): (...args: A) => void {
  const newest = useRef(handler)
  useLayoutEffect(() => {
    newest.current = handler
  })
  return useCallback((...args: A) => newest.current(...args), [])
}
