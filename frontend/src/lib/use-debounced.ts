import { useEffect, useState } from "react"

/**
 * The value as it was when it last stood still for `ms` milliseconds.
 *
 * An object made anew by every render never stands still: give plain values, or objects that are kept.
 */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), ms)
    return () => window.clearTimeout(timer)
  }, [value, ms])
  return settled
}
