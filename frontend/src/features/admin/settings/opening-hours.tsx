import { Plus, Trash2 } from "lucide-react"
import { useId } from "react"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { FieldNotes, inputClass } from "@/components/field"
import { DateField, Field, useFields } from "@/features/admin/shared/form-fields"
import { type TextKey, useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { dayText } from "@/lib/day-text"
import { todayInIndia } from "@/lib/time"
import { useFieldLabel } from "./change-list"
import type { ClosedDay, SettingsValues, Timetable, TypedTimetable } from "./fields"

const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const
/** Default hours of the first day that is ticked. */
const USUAL_HOURS = "10:00-19:00"
const MOST_CLOSED_DAYS = 30
const MAX_REASON = 60

/** Opening hours for each day of the week. */
export function TimetableField() {
  const path = "hours.timetable"
  const { t } = useTranslation("adminSettings")
  const { values, errors, set } = useFields<SettingsValues>()
  const label = useFieldLabel()
  const id = useId()
  const timetable: Timetable = Object.fromEntries(values.hours?.timetable as TypedTimetable)
  function put(day: string, hours: string | null) {
    const next = { ...timetable, [day]: hours }
    // In the order of the week, as the server stores them: what is put back is no change.
    set(
      path,
      WEEKDAYS.flatMap((each) => (next[each] ? [[each, next[each]]] : [])),
    )
  }
  return (
    <fieldset className="col-span-full">
      <legend className="font-medium text-sm">{label(path)}</legend>
      <FieldNotes id={undefined} error={errors[path]} hint={t("opening.timetableHint")} />
      <ul className="mt-2 max-w-xl divide-y divide-line">
        {WEEKDAYS.map((day) => {
          const name = t(`weekdays.${day}` as TextKey<"adminSettings">)
          const hours = timetable[day]
          const error = errors[`${path}.${day}`]
          const problem = error && `${id}-${day}`
          const [from = "", until = ""] = (hours ?? "").split("-")
          return (
            <li key={day} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 sm:min-h-15.5">
              <div className="w-32">
                <Checkbox
                  checked={hours !== undefined}
                  onChange={(checked) =>
                    put(day, checked ? (Object.values(timetable).at(-1) ?? USUAL_HOURS) : null)
                  }
                >
                  {name}
                </Checkbox>
              </div>
              {hours === undefined ? (
                <span className="text-ink-soft text-sm">{t("opening.closed")}</span>
              ) : (
                <div className="flex items-center gap-2">
                  <TimeInput
                    label={t("opening.from", { day: name })}
                    value={from}
                    problem={problem}
                    onChange={(time) => put(day, `${time}-${until}`)}
                  />
                  <span aria-hidden="true">–</span>
                  <TimeInput
                    label={t("opening.until", { day: name })}
                    value={until}
                    problem={problem}
                    onChange={(time) => put(day, `${from}-${time}`)}
                  />
                </div>
              )}
              <div className="w-full empty:hidden">
                <FieldNotes id={problem} error={error} />
              </div>
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

type TimeInputProps = {
  label: string
  value: string
  /** Id of its error. */
  problem: string | undefined
  onChange: (time: string) => void
}

function TimeInput({ label, value, problem, onChange }: TimeInputProps) {
  return (
    <input
      type="time"
      aria-label={label}
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={cx(inputClass, "h-11.5 max-w-34 tabular-nums")}
    />
  )
}

/** Single days with their reasons: those on which support, or the banks, are closed. */
export function ClosedDaysField({ path }: { path: string }) {
  const [section = "", field = ""] = path.split(".")
  const { t } = useTranslation("adminSettings")
  const { values, errors, set } = useFields<SettingsValues>()
  const label = useFieldLabel()
  const days = values[section]?.[field] as readonly ClosedDay[]
  return (
    <fieldset className="col-span-full">
      <legend className="font-medium text-sm">{label(path)}</legend>
      <FieldNotes
        id={undefined}
        error={errors[path]}
        hint={t(`opening.dayHints.${field as "closedDays" | "bankHolidays"}`, { most: MOST_CLOSED_DAYS })}
      />
      {days.length === 0 && <p className="mt-2 text-ink-soft text-sm">{t("opening.noDays")}</p>}
      <ul className="mt-2 divide-y divide-line">
        {days.map(({ day }, place) => (
          // By its place, which alone stays while all of it is typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else of its own.
          <li key={place} className="grid items-start gap-3 py-3 sm:grid-cols-[11rem_1fr_1fr_auto]">
            <DateField path={`${path}.${place}.day`} label={t("opening.day")} min={todayInIndia()} />
            <Field path={`${path}.${place}.en`} label={t("opening.reasonEn")} maxLength={MAX_REASON} />
            <Field
              path={`${path}.${place}.hi`}
              label={t("opening.reasonHi")}
              maxLength={MAX_REASON}
              lang="hi"
            />
            <Button
              size="sm"
              variant="secondary"
              aria-label={t("opening.remove", { day: dayText(day) || String(place + 1) })}
              onClick={() =>
                set(
                  path,
                  days.filter((_, at) => at !== place),
                )
              }
              className="justify-self-start sm:mt-7.5"
            >
              <Trash2 aria-hidden="true" className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
      <Button
        size="sm"
        variant="secondary"
        disabled={days.length >= MOST_CLOSED_DAYS}
        onClick={() => set(path, [...days, { day: "", en: "", hi: "" }])}
        className="mt-2 mb-3"
      >
        <Plus aria-hidden="true" className="size-4" />
        {t("opening.add")}
      </Button>
    </fieldset>
  )
}
