import { useCallback, useEffect, useRef } from "react"

/** A function that runs at once and then at most every `ms`; calls in between run once, at the end of the wait. */
export function useThrottled(run: () => void, ms: number): () => void {
  const latest = useRef(run)
  const timer = useRef<number | undefined>(undefined)
  const again = useRef(false)
  useEffect(() => {
    latest.current = run
  })
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
      latest.current()
      timer.current = window.setTimeout(() => {
        timer.current = undefined
        if (!again.current) return
        again.current = false
        start()
      }, ms)
    }
    if (timer.current === undefined) start()
    else again.current = true
  }, [ms])
}
