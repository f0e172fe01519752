import { useEffect, useState } from "react"

/**
 * The value, debounced by `ms` milliseconds.
 *
 * An object created in every render never settles: pass primitive values or memoized objects.
 */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), ms)
    return () => window.clearTimeout(timer)
  }, [value, ms])
  return settled
}
