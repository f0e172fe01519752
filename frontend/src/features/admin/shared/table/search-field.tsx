import { Search } from "lucide-react"
import { inputClass } from "@/components/field"
import { cx } from "@/lib/cx"
import { useFilterInput } from "./use-filter-input"

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
  const { typed, type } = useFilterInput({
    applied: { search: value },
    onApply: ({ search }) => onSearch(search.trim()),
  })
  return (
    <div className={cx("relative min-w-44 flex-1 sm:max-w-80", className)}>
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
        value={typed.search}
        onChange={({ target }) => type({ search: target.value })}
        className={cx(inputClass, "h-9 pr-2 pl-9 text-sm pointer-coarse:h-11")}
      />
    </div>
  )
}
