import { create } from "zustand"
import { persist } from "zustand/middleware"

type RateLimit = {
  /** When the limit was met, in milliseconds since 1970; null when there is none to show. */
  timestamp: number | null
  /** Seconds to wait from then. */
  retryAfter: number
  limited: (seconds: number) => void
  dismiss: () => void
}

/** Kept in the browser, so that a reload does not hide that the shop still refuses calls. */
export const useRateLimit = create<RateLimit>()(
  persist(
    (set) => ({
      timestamp: null,
      retryAfter: 0,
      limited: (seconds) => set({ timestamp: Date.now(), retryAfter: seconds }),
      dismiss: () => set({ timestamp: null, retryAfter: 0 }),
    }),
    { name: "rateLimitInfo" },
  ),
)
