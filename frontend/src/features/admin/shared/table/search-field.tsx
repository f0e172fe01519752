import { Search } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { inputClass } from "@/components/field"
import { useSlashFocus } from "@/features/admin/shared/use-slash-focus"
import { cx } from "@/lib/cx"
import { useStable } from "@/lib/use-stable"

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
  // The debounce may outlast its render: search with the newest handler.
  const search = useStable(onSearch)
  // A changed URL overrides the text, unless it is our own change, trimmed.
  if (value !== applied) {
    setApplied(value)
    if (typed.trim() !== value) setTyped(value)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  useSlashFocus(input)
  return (
    <div ref={input} className={cx("relative min-w-44 flex-1 sm:max-w-80", className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={hint}
        autoComplete="off"
        maxLength={100}
        aria-keyshortcuts="/"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(() => search(target.value.trim()), PAUSE_MS)
        }}
        className={cx(inputClass, "h-9 pr-2 pl-9 text-sm pointer-coarse:h-11")}
      />
    </div>
  )
}
