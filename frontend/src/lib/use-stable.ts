import { useCallback, useLayoutEffect, useRef } from "react"

/**
 * A function with a stable identity that calls the newest `handler`.
 *
 * For props of memoized children. Not to be called while rendering.
 */
export function useStable<A extends unknown[]>(handler: (...args: A) => void): (...args: A) => void {
  const newest = useRef(handler)
  useLayoutEffect(() => {
    newest.current = handler
  })
  return useCallback((...args: A) => newest.current(...args), [])
}
