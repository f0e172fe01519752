import { Bold, Heading, Italic, Link2, List, type LucideIcon, MousePointerClick, Quote } from "lucide-react"
import { useId, useRef } from "react"
import { IconButton } from "@/components/button"
import { FieldNotes, inputClass, labelClass } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { type Mark, marked } from "./marking"

type Tool = {
  name: "bold" | "italic" | "link" | "heading" | "list" | "note" | "button"
  icon: LucideIcon
  mark: Mark
}

type MarkedFieldProps = {
  label: string
  lang: "en" | "hi"
  maxLength: number
  value: string
  error?: string
  /** True when lines may be buttons, as in mails. */
  hasButtons: boolean
  placeholders: readonly string[]
  onChange: (value: string) => void
}

/** A text of several lines with a toolbar that writes the marks. */
export function MarkedField({
  label,
  lang,
  maxLength,
  value,
  error,
  hasButtons,
  placeholders,
  onChange,
}: MarkedFieldProps) {
  const { t } = useTranslation("content")
  const id = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const sample = t("toolbar.sample")
  const tools: readonly Tool[] = [
    { name: "bold", icon: Bold, mark: { before: "**", after: "**", sample } },
    { name: "italic", icon: Italic, mark: { before: "*", after: "*", sample } },
    { name: "link", icon: Link2, mark: { before: "[", after: "](/contact)", sample } },
    { name: "heading", icon: Heading, mark: { line: "# " } },
    { name: "list", icon: List, mark: { line: "- " } },
    { name: "note", icon: Quote, mark: { line: "~ " } },
    ...(hasButtons
      ? [
          {
            name: "button" as const,
            icon: MousePointerClick,
            mark: { before: "> ", after: " ¦ /contact", sample },
          },
        ]
      : []),
  ]

  function apply(mark: Mark) {
    const input = box.current
    if (!input) return
    const edited = marked(value, input.selectionStart, input.selectionEnd, mark)
    onChange(edited.text)
    input.focus()
    // Once React has written the new text.
    requestAnimationFrame(() => input.setSelectionRange(edited.start, edited.end))
  }
  const notes = error ? `${id}-notes` : undefined
  return (
    <div>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      <fieldset
        aria-label={t("toolbar.label", { field: label })}
        className="mb-1.5 flex flex-wrap items-center"
      >
        {tools.map(({ name, icon: Icon, mark }) => (
          <IconButton key={name} label={t(`toolbar.${name}`)} onClick={() => apply(mark)}>
            <Icon aria-hidden="true" className="size-4" />
          </IconButton>
        ))}
        <NativeSelect
          dense
          hideLabel
          label={t("toolbar.insertIn", { field: label })}
          className="w-44"
          value=""
          options={[
            { value: "", label: t("toolbar.insert") },
            ...placeholders.map((name) => ({ value: name, label: `{${name}}` })),
          ]}
          onChange={({ target }) =>
            target.value && apply({ before: "", after: "", sample: `{${target.value}}` })
          }
        />
      </fieldset>
      <textarea
        ref={box}
        id={id}
        lang={lang}
        rows={16}
        maxLength={maxLength}
        spellCheck
        aria-invalid={error ? true : undefined}
        aria-describedby={notes}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={cx(inputClass, "min-h-64 py-2.5 text-sm leading-relaxed")}
      />
      <FieldNotes id={notes} error={error} />
    </div>
  )
}
