import { useSyncExternalStore } from "react"

const neverChanges = () => () => {}

/**
 * Whether what only this browser knows may be rendered: its storage, clock, time zone, origin.
 *
 * False on the server and while the server's page is hydrated, as both must render the same; React then renders again
 * with true. True at once for what is first rendered in the browser.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
