import { useEffect, useEffectEvent, useId, useRef } from "react"
import { cx } from "@/lib/cx"
import { verbatim } from "@/lib/verbatim"

type OptionChipsProps<T extends string> = {
  label: string
  value: T
  /** Small print below the chips. */
  hint?: string
  options: readonly { value: T; label: string; note?: string; detail?: string; disabled?: boolean }[]
  /** Description of the chosen option, shown below the chips. */
  description?: string
  onChange: (value: T) => void
}

/** Radio group of visible chips; `note` (such as a price) and `detail` (a description) are a chip's small print. */
export function OptionChips<T extends string>({
  label,
  value,
  hint,
  options,
  description,
  onChange,
}: OptionChipsProps<T>) {
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  const takeOver = useEffectEvent(() => {
    const checked = group.current?.querySelector<HTMLInputElement>("input:checked")?.value
    const chosen = options.find((option) => option.value === checked)
    if (chosen && chosen.value !== value) onChange(chosen.value)
  })
  // Radio buttons of the server's page work before their code is here: what was chosen then counts.
  useEffect(takeOver, [])
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={hint && `${id}-hint`}
      className="option-row"
    >
      <div id={id} className="mb-2 text-sm font-medium text-ink">
        {label}
      </div>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            data-chosen={option.value === value || undefined}
            className={cx(
              "relative flex min-h-11 flex-col justify-center rounded-sm border py-0.5 leading-tight transition-colors forced-colors:py-1.5",
              option.detail ? "px-2.25" : "px-3.5",
              option.disabled
                ? "cursor-not-allowed border-line text-ink-faint"
                : option.value === value
                  ? "cursor-pointer border-accent bg-accent-wash text-accent"
                  : "cursor-pointer border-line-strong bg-paper hover:border-accent",
            )}
          >
            {/* Above the small print, whose opacity lifts it over what is not positioned. */}
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 z-10 size-full cursor-[inherit] appearance-none rounded-sm"
            />
            <span className="flex flex-wrap items-baseline gap-x-2">
              <span className={option.disabled ? "line-through" : undefined}>{option.label}</span>
              {option.note && (
                <span className="text-xs leading-tight opacity-85" translate={verbatim(option.note)}>
                  {option.note}
                </span>
              )}
            </span>
            {option.detail && <span className="text-xs leading-tight opacity-85">{option.detail}</span>}
          </label>
        ))}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-soft text-xs">
          {hint}
        </p>
      )}
      {description && (
        <p role="status" className="mt-2 text-ink-soft text-sm">
          {description}
        </p>
      )}
    </div>
  )
}
