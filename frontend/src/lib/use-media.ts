import { useCallback, useSyncExternalStore } from "react"

/**
 * Return true when a media query matches, such as "(min-width: 64rem)".
 *
 * Null on the server and during hydration: render both variants then, and let CSS choose.
 */
export function useMedia(query: string): boolean | null {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener("change", changed)
      return () => list.removeEventListener("change", changed)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => null,
  )
}
