import { useCallback, useEffect, useRef } from "react"
import { useStable } from "@/lib/use-stable"

/** During a sale every order changes some lists: a list is refetched at most this often. */
const RENEW_EVERY_MS = 3_000

/** A function that runs at once and then at most every `ms`; calls in between run once, at the end of the wait. */
export function useThrottled(run: () => void, ms = RENEW_EVERY_MS): () => void {
  const runNewest = useStable(run)
  const timer = useRef<number | undefined>(undefined)
  const again = useRef(false)
  useEffect(
    () => () => {
      window.clearTimeout(timer.current)
      timer.current = undefined
      again.current = false
    },
    [],
  )
  return useCallback(() => {
    const start = () => {
      runNewest()
      timer.current = window.setTimeout(() => {
        timer.current = undefined
        if (!again.current) return
        again.current = false
        start()
      }, ms)
    }
    if (timer.current === undefined) start()
    else again.current = true
  }, [runNewest, ms])
}
