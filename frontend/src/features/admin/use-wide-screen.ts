import { useSyncExternalStore } from "react"

const WIDE = "(width >= 60rem)"

function subscribe(changed: () => void) {
  const query = window.matchMedia(WIDE)
  query.addEventListener("change", changed)
  return () => query.removeEventListener("change", changed)
}

/** Whether a table of seven columns fits; below that each row is a card. */
export const useWideScreen = () => useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches)
