import type { Dispatch, SetStateAction } from "react"
import { Checkbox } from "@/components/checkbox"
import { TextArea, TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { MarkedField } from "./marked-field"
import { type ContentField, type Entry, type Language, languages, type Problem, type Texts } from "./queries"
import { groupOf, useContentLabels } from "./use-labels"

type EntryFieldsProps = {
  entry: Entry
  typed: Texts
  onType: Dispatch<SetStateAction<Texts>>
  problems: readonly Problem[]
  disabled: boolean
}

/** The texts in both languages side by side, and the fields that are the same in both. */
export function EntryFields({ entry, typed, onType, problems, disabled }: EntryFieldsProps) {
  const { t } = useTranslation("content")
  const labels = useContentLabels()
  const errorOf = (language: Language | "", field: string) => {
    const found = problems.find((each) => each.language === language && each.field === field)
    return found && labels.problem(found)
  }
  const put = (language: Language | "options", field: string, value: string) =>
    onType((now) => ({ ...now, [language]: { ...now[language], [field]: value } }))
  function input(language: Language, { name, control, maxLength }: ContentField, previous?: ContentField) {
    const startsGroup = previous && groupOf(previous.name) !== groupOf(name)
    const field = {
      className: startsGroup ? "border-line border-t pt-4" : undefined,
      label: t("inLanguage", { field: labels.field(name), language: t(`languages.${language}`) }),
      lang: language,
      maxLength,
      value: typed[language][name] ?? "",
      error: errorOf(language, name),
      onChange: ({ target }: { target: { value: string } }) => put(language, name, target.value),
    }
    if (control === "paragraph") return <TextArea key={name} {...field} rows={5} spellCheck />
    if (control !== "lines") return <TextField key={name} {...field} autoComplete="off" />
    return (
      <MarkedField
        key={name}
        {...field}
        hasButtons={entry.kind === "mail"}
        placeholders={[...entry.placeholders, ...entry.parts]}
        onChange={(value) => put(language, name, value)}
      />
    )
  }
  return (
    <>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        {languages.map((language) => (
          <fieldset key={language} disabled={disabled} className="min-w-0 space-y-4">
            <legend className="mb-2 text-lg">{t(`languages.${language}`)}</legend>
            {entry.fields.map((field, place) => input(language, field, entry.fields[place - 1]))}
          </fieldset>
        ))}
      </div>
      {entry.options.length > 0 && (
        <fieldset disabled={disabled} className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <legend className="mb-2 text-lg">{t("options")}</legend>
          {entry.options.map((field) => (
            <Option
              key={field.name}
              field={field}
              value={typed.options?.[field.name] ?? ""}
              error={errorOf("", field.name)}
              onChange={(value) => put("options", field.name, value)}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

type OptionProps = { field: ContentField; value: string; error?: string; onChange: (value: string) => void }

/** A field that is the same in both languages. */
function Option({ field, value, error, onChange }: OptionProps) {
  const { t } = useTranslation("content")
  const label = useContentLabels().field(field.name)
  if (field.control === "switch")
    return (
      <Checkbox checked={value === "1"} onChange={(checked) => onChange(checked ? "1" : "")}>
        {label}
      </Checkbox>
    )
  return (
    <TextField
      label={label}
      type={field.control === "moment" ? "datetime-local" : "text"}
      hint={field.control === "moment" ? t("momentHint") : undefined}
      autoComplete="off"
      maxLength={field.maxLength}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
