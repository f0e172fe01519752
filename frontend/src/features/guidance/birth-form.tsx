import { ArrowLeft, Pencil } from "lucide-react"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { useSearchParams } from "react-router-dom"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { DayField } from "@/components/day-field"
import { TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { Notice } from "@/components/notice"
import { RadioList } from "@/components/radio-list"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { cx } from "@/lib/cx"
import { dayText } from "@/lib/day-text"
import { todayInIndia } from "@/lib/time"
import { checked, type Draft, type Field, genders, QUESTION, questionAt, questions } from "./draft"
import { PlaceField } from "./place-field"
import type { Details } from "./queries"
import { SignPanel } from "./sign-panel"

const MAX_LENGTH = 200
const FIRST_DAY = "1900-01-01"

type BirthFormProps = {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  busy: boolean
  error: unknown
  onSubmit: (details: Details) => void
}

/** Step one: the birth details, one question at a time, and the zodiac sign once a date is entered. */
export function BirthForm({ draft, onChange, busy, error, onSubmit }: BirthFormProps) {
  const { t } = useTranslation("guidance")
  const errorText = useErrorText()
  const [search, setSearch] = useSearchParams()
  const [tried, setTried] = useState<Field | null>(null)
  const today = todayInIndia()
  const { details, problems } = checked(draft, today)
  const wanted = (questions as readonly string[]).indexOf(search.get(QUESTION) ?? "")
  const current = questionAt(wanted, problems)
  const field = questions[current] ?? questions[0]
  const isLast = current === questions.length - 1

  const refused = error instanceof ApiError ? error.errors : {}
  const isRefused = error instanceof ApiError && error.status === 422
  const failure = error ? (isRefused ? errorText(error) : t("form.failed")) : ""
  const own = problems?.[field]
  const problem = tried === field && own ? t(`form.${own}`) : refused[field]

  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(field)
  useEffect(() => {
    if (shown.current === field) return
    shown.current = field
    form.current?.querySelector<HTMLElement>("input:checked, input:not([type=checkbox])")?.focus()
  }, [field])

  function ask(index: number) {
    setSearch(
      (before) => {
        before.set(QUESTION, questions[index] ?? field)
        return before
      },
      { preventScrollReset: true },
    )
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(field)
    if (own) focusFirstError(event.currentTarget)
    else if (!isLast) ask(current + 1)
    else if (details && !busy) onSubmit(details)
  }

  const answers: Record<Field, string> = {
    name: draft.name.trim(),
    gender: draft.gender && t(`form.${draft.gender as (typeof genders)[number]}`),
    dateOfBirth: dayText(draft.dateOfBirth),
    timeOfBirth: draft.timeUnknown ? t("result.timeUnknown") : draft.timeOfBirth,
    placeOfBirth: draft.placeOfBirth.trim(),
  }
  return (
    <div className="mt-10 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12">
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        aria-label={t("form.legend")}
        className="rounded-md border border-line bg-paper p-6 sm:p-10"
      >
        <div className="flex min-h-11 items-center gap-3">
          {current > 0 && (
            <Button variant="quiet" className="-ml-4 px-4" onClick={() => ask(current - 1)}>
              <ArrowLeft className="size-5" />
              <span className="sr-only">{t("form.previous")}</span>
            </Button>
          )}
          <p role="status" className="text-ink-soft text-sm">
            {t("form.progress", { number: current + 1, total: questions.length })}
          </p>
        </div>
        <div aria-hidden="true" className="mt-2 flex gap-1.5">
          {questions.map((each, index) => (
            <span
              key={each}
              className={cx("h-0.5 flex-1 transition-colors", index <= current ? "bg-accent" : "bg-line")}
            />
          ))}
        </div>

        <div key={field} className="min-h-60 animate-fade-in pt-8 motion-reduce:animate-none sm:pt-10">
          <h2 className="text-2xl sm:text-3xl">{t(`form.question.${field}`)}</h2>
          <div className="mt-6 max-w-md">
            {field === "name" && (
              <TextField
                label={t("form.name")}
                name="name"
                autoComplete="name"
                maxLength={MAX_LENGTH}
                value={draft.name}
                onChange={(event) => onChange({ name: event.target.value })}
                error={problem}
              />
            )}
            {field === "gender" && (
              <RadioList
                label={t("form.gender")}
                value={draft.gender}
                onChange={(gender) => onChange({ gender })}
                error={problem}
                options={genders.map((value) => ({ value, label: t(`form.${value}`) }))}
              />
            )}
            {field === "dateOfBirth" && (
              <DayField
                label={t("form.dateOfBirth")}
                name="dateOfBirth"
                autoComplete="bday"
                min={FIRST_DAY}
                max={today}
                value={draft.dateOfBirth}
                onChange={(dateOfBirth) => onChange({ dateOfBirth })}
                error={problem}
              />
            )}
            {field === "timeOfBirth" && (
              <>
                <TextField
                  label={t("form.timeOfBirth")}
                  name="timeOfBirth"
                  type="time"
                  autoComplete="off"
                  disabled={draft.timeUnknown}
                  value={draft.timeUnknown ? "" : draft.timeOfBirth}
                  onChange={(event) => onChange({ timeOfBirth: event.target.value })}
                  error={problem}
                />
                <div className="mt-1.5">
                  <Checkbox checked={draft.timeUnknown} onChange={(timeUnknown) => onChange({ timeUnknown })}>
                    {t("form.unknownTime")}
                  </Checkbox>
                </div>
              </>
            )}
            {field === "placeOfBirth" && (
              <PlaceField
                value={draft.placeOfBirth}
                onChange={(placeOfBirth) => onChange({ placeOfBirth })}
                error={problem}
              />
            )}
          </div>
        </div>

        <div className="mt-6 grid gap-4">
          {failure && (
            <Notice tone="danger" announce title={failure}>
              {questions.map((each) => refused[each] && <p key={each}>{refused[each]}</p>)}
            </Notice>
          )}
          <Button type="submit" size="lg" busy={busy} className="justify-self-start max-sm:w-full">
            {isLast ? t("form.submit") : t("form.next")}
          </Button>
          <p role="status" className="sr-only">
            {busy && t("form.loading")}
          </p>
          {current > 0 && (
            <ul aria-label={t("form.answers")} className="flex flex-wrap gap-x-1 border-line border-t pt-3">
              {questions.slice(0, current).map((each, index) => (
                <li key={each}>
                  <Button
                    variant="quiet"
                    size="sm"
                    aria-label={t("form.change", { field: t(`form.${each}`) })}
                    onClick={() => ask(index)}
                  >
                    {answers[each]}
                    <Pencil className="size-3.5 text-ink-soft" />
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <p className="text-ink-soft text-sm">{t("privacy")}</p>
        </div>
      </form>
      <SignPanel dateOfBirth={problems?.dateOfBirth ? "" : draft.dateOfBirth} />
    </div>
  )
}
