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
  /** A field that is the same in both languages. */
  function option({ name, control, maxLength }: ContentField) {
    const value = typed.options?.[name] ?? ""
    if (control === "switch")
      return (
        <Checkbox
          key={name}
          checked={value === "1"}
          onChange={(checked) => put("options", name, checked ? "1" : "")}
        >
          {labels.field(name)}
        </Checkbox>
      )
    return (
      <TextField
        key={name}
        label={labels.field(name)}
        type={control === "moment" ? "datetime-local" : "text"}
        hint={control === "moment" ? t("momentHint") : undefined}
        autoComplete="off"
        maxLength={maxLength}
        value={value}
        error={errorOf("", name)}
        onChange={({ target }) => put("options", name, target.value)}
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
          {entry.options.map(option)}
        </fieldset>
      )}
    </>
  )
}
