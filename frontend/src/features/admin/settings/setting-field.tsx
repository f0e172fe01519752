import { Checkbox } from "@/components/checkbox"
import { FieldNotes, TextArea, TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { RadioList } from "@/components/radio-list"
import { useCodeText } from "@/features/admin/shared/labels"
import { useTranslation } from "@/i18n"
import { indianStates } from "@/lib/indian-states"
import { useFieldLabel } from "./change-list"
import { type Draft, type DraftValue, type FieldKind, typed } from "./fields"

export type Shared = {
  path: string
  draft: Draft
  /** The errors by path; the path of a section is about all of it. */
  errors: Readonly<Record<string, string>>
  onChange: (path: string, value: DraftValue) => void
}

/** One setting with its label, its hint and what is wrong with it. */
export function SettingField({
  path,
  draft,
  errors,
  onChange,
  kind,
  value,
}: Shared & { kind: FieldKind; value: unknown }) {
  const { t } = useTranslation(["adminSettings", "checkout"])
  const label = useFieldLabel()(path)
  const drafted = draft[path]
  const shown = typeof drafted === "object" || drafted === undefined ? typed(kind, value) : drafted
  const error = errors[path]
  const [section, field] = path.split(".")
  const hint = useCodeText("adminSettings")(`hints.${section}.${field}`, "")
  if (typeof shown === "boolean") {
    return (
      <div className="self-center">
        <Checkbox checked={shown} onChange={(checked) => onChange(path, checked)}>
          {label}
        </Checkbox>
        <FieldNotes id={undefined} error={error} hint={hint} />
      </div>
    )
  }
  const input = {
    label,
    error,
    value: shown,
    onChange: ({ target }: { target: { value: string } }) => onChange(path, target.value),
  }
  if (kind === "state") {
    return (
      <NativeSelect
        {...input}
        options={indianStates.map((state) => ({ value: state, label: t(`checkout:states.${state}`) }))}
      />
    )
  }
  if (kind === "registration") {
    return (
      <div className="col-span-full">
        <RadioList
          label={label}
          error={error}
          value={shown}
          options={(["registered", "composition", "unregistered"] as const).map((each) => ({
            value: each as string,
            label: (
              <>
                {t(`registrations.${each}`)}
                <span className="block text-ink-soft text-sm">{t(`registrationNotes.${each}`)}</span>
              </>
            ),
          }))}
          onChange={(chosen) => onChange(path, chosen)}
        />
      </div>
    )
  }
  if (kind === "lines" || kind === "pincodes") return <TextArea {...input} hint={hint} />
  return (
    <TextField
      {...input}
      hint={hint}
      autoComplete="off"
      inputMode={kind === "number" ? "numeric" : kind === "rupees" ? "decimal" : undefined}
    />
  )
}

/** The share of new payments of each provider. */
export function ShareFields({
  path,
  draft,
  errors,
  onChange,
  providers,
  shares,
}: Shared & { providers: readonly string[]; shares: unknown }) {
  const { t } = useTranslation("adminSettings")
  const held = shares as Record<string, number>
  const [section = ""] = path.split(".")
  // A provider that the environment no longer names is refused: it must be there to be cleared.
  const named = [...new Set([...providers, ...Object.keys(held)])]
  return named.map((provider, place) => (
    <TextField
      key={provider}
      label={t("share", { provider })}
      inputMode="numeric"
      hint={t("shareHint")}
      error={errors[`${path}.${provider}`] ?? (place === 0 ? errors[section] : undefined)}
      value={String(draft[`${path}.${provider}`] ?? held[provider] ?? "")}
      onChange={({ target }) => onChange(`${path}.${provider}`, target.value)}
    />
  ))
}
