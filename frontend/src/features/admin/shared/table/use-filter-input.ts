import { useEffect, useRef, useState } from "react"
import { useStable } from "@/lib/use-stable"
import { type Days, dayProblems } from "./days"

/** Debounce of the filters. */
const PAUSE_MS = 400

/** The text of filter fields, valid or not. */
type Fields = Record<string, string>

type TypedOptions<T extends Fields, P extends string> = {
  /** The fields' values in the URL. */
  applied: T
  /** Validation errors by field. */
  problemsOf?: (typed: T) => Partial<Record<keyof T, P>>
  onApply: (typed: T) => void
}

/** State and handlers of the fields. */
export type Typing<T extends Fields, P extends string> = {
  typed: T
  problems: Partial<Record<keyof T, P>>
  type: (next: T) => void
  /** Set other values without applying them. */
  reset: (next: T) => void
}

/** State of the filter fields: applied after a debounce when valid; a changed URL overrides it. */
export function useFilterInput<T extends Fields, P extends string>({
  applied,
  problemsOf = () => ({}),
  onApply,
}: TypedOptions<T, P>): Typing<T, P> {
  const [typed, setTyped] = useState(applied)
  const [seen, setSeen] = useState(applied)
  const timer = useRef<number | undefined>(undefined)
  // The debounce may outlast its render: apply with the newest handler.
  const apply = useStable(onApply)
  useEffect(() => () => window.clearTimeout(timer.current), [])

  if (!same(seen, applied)) {
    setSeen(applied)
    // Our own change comes back trimmed.
    if (!same(trimmed(typed), applied)) setTyped(applied)
  }
  return {
    typed,
    problems: problemsOf(typed),
    type: (next) => {
      setTyped(next)
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(() => {
        if (Object.keys(problemsOf(next)).length === 0) apply(next)
      }, PAUSE_MS)
    },
    reset: (next) => {
      window.clearTimeout(timer.current)
      setTyped(next)
    },
  }
}

/** The state of the fields of a date range. */
export const useDayInput = <F extends Days>({ startDate, endDate }: F, onChange: (changed: Days) => void) =>
  useFilterInput({ applied: { startDate, endDate }, problemsOf: dayProblems, onApply: onChange })

const trimmed = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim()]))

/** Return true when two sets of fields hold the same values. */
const same = (a: Fields, b: Fields) => Object.entries(a).every(([name, value]) => b[name] === value)
