import { Bold, Heading, Italic, Link2, List, type LucideIcon, MousePointerClick, Quote } from "lucide-react"
import { useRef } from "react"
import { IconButton } from "@/components/button"
import { FieldNotes, inputClass, labelClass, useField } from "@/components/field"
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
  error,
  hasButtons,
  placeholders,
  onChange,
  ...input
}: MarkedFieldProps) {
  const { t } = useTranslation("content")
  const { id, notes, aria } = useField({ error })
  const box = useRef<HTMLTextAreaElement>(null)
  const sample = t("toolbar.sample")
  const tools: readonly Tool[] = [
    { name: "bold", icon: Bold, mark: { before: "**", after: "**", sample } },
    { name: "italic", icon: Italic, mark: { before: "*", after: "*", sample } },
    { name: "link", icon: Link2, mark: { before: "[", after: "](/contact)", sample } },
    { name: "heading", icon: Heading, mark: { line: "# " } },
    { name: "list", icon: List, mark: { line: "- " } },
    { name: "note", icon: Quote, mark: { line: "~ " } },
    { name: "button", icon: MousePointerClick, mark: { before: "> ", after: " ¦ /contact", sample } },
  ]

  function apply(mark: Mark) {
    const element = box.current
    if (!element) return
    const edited = marked(input.value, element.selectionStart, element.selectionEnd, mark)
    onChange(edited.text)
    element.focus()
    // Once React has written the new text.
    requestAnimationFrame(() => element.setSelectionRange(edited.start, edited.end))
  }
  return (
    <div>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      <fieldset
        aria-label={t("toolbar.label", { field: label })}
        className="mb-1.5 flex flex-wrap items-center"
      >
        {tools.map(
          ({ name, icon: Icon, mark }) =>
            (hasButtons || name !== "button") && (
              <IconButton key={name} label={t(`toolbar.${name}`)} onClick={() => apply(mark)}>
                <Icon aria-hidden="true" className="size-4" />
              </IconButton>
            ),
        )}
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
        {...input}
        {...aria}
        rows={16}
        spellCheck
        onChange={({ target }) => onChange(target.value)}
        className={cx(inputClass, "min-h-64 py-2.5 text-sm leading-relaxed")}
      />
      <FieldNotes id={notes} error={error} />
    </div>
  )
}
