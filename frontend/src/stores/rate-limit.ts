import { create } from "zustand"

const KEY = "rateLimitInfo"

type Wait = {
  /** When the limit was met, in milliseconds since 1970; null when there is none to show. */
  timestamp: number | null
  /** Seconds to wait from then. */
  retryAfter: number
}

type RateLimit = Wait & { limited: (seconds: number) => void; dismiss: () => void }

const NONE: Wait = { timestamp: null, retryAfter: 0 }

function stored(): Wait {
  try {
    const { timestamp, retryAfter }: Record<string, unknown> = JSON.parse(localStorage.getItem(KEY) ?? "{}")
    return typeof timestamp === "number" && typeof retryAfter === "number" ? { timestamp, retryAfter } : NONE
  } catch {
    return NONE
  }
}

/** Kept in the browser, so that a reload does not hide that the shop still refuses calls. */
export const useRateLimit = create<RateLimit>()((set) => ({
  ...stored(),
  limited: (seconds) => {
    const wait: Wait = { timestamp: Date.now(), retryAfter: seconds }
    localStorage.setItem(KEY, JSON.stringify(wait))
    set(wait)
  },
  dismiss: () => {
    localStorage.removeItem(KEY)
    set(NONE)
  },
}))
