import { Autocomplete } from "@base-ui/react/autocomplete"
import { Search, X } from "lucide-react"
import type { ReactNode, Ref } from "react"
import { useTranslation } from "@/i18n"
import { Link } from "./link"

type SearchOption = {
  id: string
  /** The option's name in plain text. */
  label: string
  /** Path that choosing it opens. */
  to: string
  /** Content of the row; the label by default. */
  content?: ReactNode
}
export type SearchGroup = { label: string; options: readonly SearchOption[] }

type SearchBoxProps = {
  label: string
  placeholder: string
  text: string
  onTextChange: (text: string) => void
  groups: readonly SearchGroup[]
  /** Enter without a chosen suggestion. */
  onSubmit: () => void
  /** A suggestion was followed. */
  onChoose: (option: SearchOption) => void
  /** Status of the suggestions; read aloud when it changes. */
  status: string
  /** Between the field and the suggestions: an error, or that there are none. */
  note?: ReactNode
  /** Beside the field, such as a button that closes everything. */
  aside?: ReactNode
  inputRef?: Ref<HTMLInputElement>
  /** Keep the first suggestion highlighted, so that Enter follows it. */
  autoHighlight?: boolean
}

/** A search field with suggestions below it; arrow keys choose among them, Enter follows. */
export function SearchBox(props: SearchBoxProps) {
  const { label, placeholder, text, onTextChange, groups, onSubmit, onChoose } = props
  const { t } = useTranslation()
  const items = groups
    .filter(({ options }) => options.length > 0)
    .map((group) => ({
      value: group.label,
      items: group.options.map((option) => ({ ...option, value: option.id })),
    }))
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      autoHighlight={props.autoHighlight ? "always" : false}
      items={items}
      value={text}
      // Following a suggestion would put its words into the field on the way out.
      onValueChange={(next, { reason }) => reason !== "item-press" && onTextChange(next)}
    >
      <search className="block">
        <form
          action={onSubmit}
          className="flex items-center gap-2 border-line border-b px-4 py-2 sm:gap-3 sm:px-6 sm:py-3"
        >
          <Search className="size-5 shrink-0 text-ink-soft" />
          <Autocomplete.Input
            ref={props.inputRef}
            type="search"
            enterKeyHint="search"
            maxLength={100}
            aria-label={label}
            placeholder={placeholder}
            className="h-12 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-ink-faint [&::-webkit-search-cancel-button]:hidden"
          />
          {text !== "" && (
            <button
              type="button"
              aria-label={t("common.clear")}
              onClick={() => onTextChange("")}
              className="inline-flex size-11 shrink-0 items-center justify-center text-ink-soft hover:text-accent"
            >
              <X className="size-4" />
            </button>
          )}
          {props.aside}
        </form>
      </search>
      <p role="status" className="sr-only">
        {props.status}
      </p>
      {props.note}
      <Autocomplete.List
        aria-label={label}
        className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain data-empty:hidden"
      >
        {(group: (typeof items)[number]) => (
          <Autocomplete.Group key={group.value} items={group.items} className="py-3">
            <Autocomplete.GroupLabel className="eyebrow px-4 py-1.5 sm:px-6">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(option: (typeof group.items)[number]) => (
                <Autocomplete.Item
                  key={option.id}
                  value={option}
                  render={<Link to={option.to} tabIndex={-1} />}
                  onClick={() => onChoose(option)}
                  className="flex min-h-11 items-center gap-4 px-4 py-1.5 outline-hidden data-highlighted:bg-accent-wash data-highlighted:text-accent sm:px-6"
                >
                  {option.content ?? option.label}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}
