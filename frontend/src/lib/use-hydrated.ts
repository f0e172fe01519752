import { useSyncExternalStore } from "react"

const neverChanges = () => () => {}

/**
 * Return true when browser-only values may be rendered: storage, clock, time zone, origin.
 *
 * False on the server and while the server's page is hydrated, as both must render the same; React then renders again
 * with true. True at once for components first rendered in the browser.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
