import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { todayInIndia } from "@/lib/time"
import { useHydrated } from "@/lib/use-hydrated"
import { checked, type Draft, type Field } from "./draft"
import { PlaceField } from "./place-field"
import type { Details } from "./queries"
import { SignPanel } from "./sign-panel"

const MAX_LENGTH = 200
const FIRST_DAY = "1900-01-01"

type BirthFormProps = {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  busy: boolean
  /** Error of the last submission. */
  error: unknown
  onSubmit: (details: Details) => void
}

/** Step one: the birth details, and the zodiac sign once a date is entered. */
export function BirthForm({ draft, onChange, busy, error, onSubmit }: BirthFormProps) {
  const { t } = useTranslation("guidance")
  const errorText = useErrorText()
  const [tried, setTried] = useState(false)
  const hydrated = useHydrated()
  const today = todayInIndia()
  const { details, problems } = checked(draft, today)
  const refused = error instanceof ApiError ? error.errors : {}

  const problemOf = (field: Field) => {
    const own = problems?.[field]
    if (tried && own) return t(`form.${own}`)
    return refused[field]
  }
  const isRefused = error instanceof ApiError && error.status === 422
  const failure = error ? (isRefused ? errorText(error) : t("form.failed")) : ""
  const incomplete = tried && problems && Object.values(problems).includes("fillAll")

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (details && !busy) onSubmit(details)
  }
  return (
    <div className="mt-10 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12">
      <form
        noValidate
        onSubmit={submit}
        aria-label={t("form.legend")}
        className="grid gap-x-6 gap-y-5 rounded-md border border-line bg-paper p-5 sm:grid-cols-2 sm:p-8"
      >
        <TextField
          label={t("form.name")}
          name="name"
          autoComplete="name"
          maxLength={MAX_LENGTH}
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
          error={problemOf("name")}
        />
        <NativeSelect
          label={t("form.gender")}
          name="gender"
          autoComplete="sex"
          value={draft.gender}
          onChange={(event) => onChange({ gender: event.target.value })}
          error={problemOf("gender")}
          options={[
            { value: "", label: t("form.choose"), disabled: true },
            { value: "male", label: t("form.male") },
            { value: "female", label: t("form.female") },
            { value: "other", label: t("form.other") },
          ]}
        />
        <TextField
          label={t("form.dateOfBirth")}
          name="dateOfBirth"
          type="date"
          autoComplete="bday"
          min={FIRST_DAY}
          max={hydrated ? today : undefined}
          value={draft.dateOfBirth}
          onChange={(event) => onChange({ dateOfBirth: event.target.value })}
          error={problemOf("dateOfBirth")}
        />
        <div>
          <TextField
            label={t("form.timeOfBirth")}
            name="timeOfBirth"
            type="time"
            autoComplete="off"
            disabled={draft.timeUnknown}
            value={draft.timeUnknown ? "" : draft.timeOfBirth}
            onChange={(event) => onChange({ timeOfBirth: event.target.value })}
            error={problemOf("timeOfBirth")}
          />
          <div className="mt-1.5">
            <Checkbox checked={draft.timeUnknown} onChange={(timeUnknown) => onChange({ timeUnknown })}>
              {t("form.unknownTime")}
            </Checkbox>
          </div>
        </div>
        <PlaceField
          value={draft.placeOfBirth}
          onChange={(placeOfBirth) => onChange({ placeOfBirth })}
          error={problemOf("placeOfBirth")}
        />
        <div className="grid gap-4 sm:col-span-2">
          {incomplete && <Notice tone="danger" announce title={t("form.fillAll")} />}
          {failure && <Notice tone="danger" announce title={failure} />}
          <Button type="submit" size="lg" busy={busy} className="justify-self-start max-sm:w-full">
            {t("form.submit")}
          </Button>
          <p role="status" className="sr-only">
            {busy && t("form.loading")}
          </p>
          <p className="text-ink-soft text-sm">{t("privacy")}</p>
        </div>
      </form>
      <SignPanel dateOfBirth={problems?.dateOfBirth ? "" : draft.dateOfBirth} />
    </div>
  )
}
