import { create } from "zustand"
import { inBrowser } from "@/lib/browser"
import { browserStorage } from "@/lib/storage"

const KEY = "rateLimitInfo"

type Wait = {
  /** Time of the limit, in milliseconds since 1970; null when there is none to show. */
  timestamp: number | null
  /** Seconds to wait from then. */
  retryAfter: number
  /** The server's message. */
  message: string
}

type RateLimit = Wait & { limited: (seconds: number, message?: string) => void; dismiss: () => void }

const NONE: Wait = { timestamp: null, retryAfter: 0, message: "" }

function stored(): Wait {
  const { timestamp, retryAfter, message } = browserStorage.getRecord(KEY)
  if (typeof timestamp !== "number" || typeof retryAfter !== "number") return NONE
  return { timestamp, retryAfter, message: typeof message === "string" ? message : "" }
}

/**
 * Stored in the browser, so that the banner survives a reload.
 *
 * Created without a limit, as the server renders it and hydration begins; what is stored follows at once.
 */
export const useRateLimit = create<RateLimit>()((set) => ({
  ...NONE,
  limited: (seconds, message = "") => {
    const wait: Wait = { timestamp: Date.now(), retryAfter: seconds, message }
    browserStorage.setItem(KEY, JSON.stringify(wait))
    set(wait)
  },
  dismiss: () => {
    browserStorage.removeItem(KEY)
    set(NONE)
  },
}))

if (inBrowser) useRateLimit.setState(stored())
