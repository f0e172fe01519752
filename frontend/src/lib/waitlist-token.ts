import { useSyncExternalStore } from "react"
import { WAITLIST_TOKEN } from "./api"
import { randomId } from "./random-id"
import { browserStorage } from "./storage"

const listeners = new Set<() => void>()

/** Return the token of this browser in the waitlists; null until it has joined one. */
export const waitlistToken = (): string | null => browserStorage.getItem(WAITLIST_TOKEN)

/** Make the token before the first join: a join whose answer was lost is then the same one when it is sent again. */
export function makeWaitlistToken() {
  if (waitlistToken() !== null) return
  browserStorage.setItem(WAITLIST_TOKEN, randomId())
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => event.key === WAITLIST_TOKEN && listener()
  listeners.add(listener)
  window.addEventListener("storage", fromOtherTab)
  return () => {
    listeners.delete(listener)
    window.removeEventListener("storage", fromOtherTab)
  }
}

export const useWaitlistToken = (): string | null =>
  useSyncExternalStore(subscribe, waitlistToken, () => null)
