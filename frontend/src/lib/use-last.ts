import { useState } from "react"

/** The value, or the last one that was not null: what a dialog shows during its closing animation. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
