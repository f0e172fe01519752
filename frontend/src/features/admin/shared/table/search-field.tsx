import { useEffect, useRef, useState } from "react"
import { TextField } from "@/components/field"
import { useSlashFocus } from "@/features/admin/shared/use-slash-focus"

/** Debounce of the search. */
const PAUSE_MS = 400

type SearchFieldProps = {
  label: string
  hint: string
  /** The current search, from the URL. */
  value: string
  onSearch: (text: string) => void
  className?: string
}

/** Search field of a list; "/" focuses it from anywhere on the page. */
export function SearchField({ label, hint, value, onSearch, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [applied, setApplied] = useState(value)
  const input = useRef<HTMLDivElement>(null)
  const timer = useRef<number | undefined>(undefined)
  // A changed URL overrides the text, unless it is our own change, trimmed.
  if (value !== applied) {
    setApplied(value)
    if (typed.trim() !== value) setTyped(value)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  useSlashFocus(input)
  return (
    <div ref={input} className={className}>
      <TextField
        label={label}
        type="search"
        placeholder={hint}
        autoComplete="off"
        maxLength={100}
        aria-keyshortcuts="/"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(() => onSearch(target.value.trim()), PAUSE_MS)
        }}
      />
    </div>
  )
}
