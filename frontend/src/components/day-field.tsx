import { CalendarDays } from "lucide-react"
import { useRef, useState } from "react"
import { FieldNotes, inputClass, labelClass, useField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { dayText, readDay } from "@/lib/day-text"

type DayFieldProps = {
  label: string
  /** A calendar day (2026-11-21), empty, or what is typed and is none. */
  value: string
  error?: string
  hint?: string
  min?: string
  max?: string
  name?: string
  autoComplete?: string
  onChange: (value: string) => void
}

/**
 * A field for a day as the shop writes it, by typing or by the browser's calendar.
 *
 * A date input alone shows its text in the order of the browser's own region: month first for many.
 */
export function DayField({
  label,
  value,
  error,
  hint,
  min,
  max,
  name,
  autoComplete = "off",
  onChange,
}: DayFieldProps) {
  const { t } = useTranslation()
  const { id, notes, aria } = useField({ error, hint })
  const [typed, setTyped] = useState(dayText(value))
  const [seen, setSeen] = useState(value)
  const calendar = useRef<HTMLInputElement>(null)
  if (value !== seen) {
    setSeen(value)
    if (readDay(typed) !== value && typed !== value) setTyped(dayText(value))
  }
  function type(text: string) {
    setTyped(text)
    // An unfinished day is told when the field is left.
    const day = readDay(text)
    if (day !== null && day !== value) onChange(day)
  }
  return (
    <div>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      <span className="relative block">
        <input
          {...aria}
          type="text"
          inputMode="numeric"
          name={name}
          autoComplete={autoComplete}
          maxLength={10}
          placeholder={t("common.day.hint")}
          value={typed}
          onChange={({ target }) => type(target.value)}
          onBlur={() => {
            const day = readDay(typed)
            if (day === null) onChange(typed)
            else setTyped(dayText(day))
          }}
          className={cx(inputClass, "h-11.5 pr-11 tabular-nums")}
        />
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          min={min}
          max={max}
          value={readDay(value) ?? ""}
          onChange={({ target }) => {
            setTyped(dayText(target.value))
            onChange(target.value)
          }}
          className="pointer-events-none absolute right-0 bottom-0 size-0 opacity-0"
        />
        <button
          type="button"
          aria-label={t("common.day.calendarOf", { field: label })}
          onClick={() => calendar.current?.showPicker?.()}
          className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-sm text-ink-soft hover:text-accent focus-visible:-outline-offset-2"
        >
          <CalendarDays className="size-4" />
        </button>
      </span>
      <FieldNotes id={notes} error={error} hint={hint} />
    </div>
  )
}
