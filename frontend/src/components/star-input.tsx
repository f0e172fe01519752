import { Radio } from "@base-ui/react/radio"
import { RadioGroup } from "@base-ui/react/radio-group"
import { Star } from "lucide-react"
import { useId, useState } from "react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"

type StarInputProps = {
  label: string
  /** 1 to 5; null as long as nothing is chosen. */
  value: number | null
  onChange: (stars: number) => void
  name?: string
  /** The value's error, already in the reader's language. */
  error?: string
  disabled?: boolean
}

const stars = [1, 2, 3, 4, 5] as const

/** Give one to five stars; arrow keys move between them. */
export function StarInput({ label, value, onChange, name, error, disabled }: StarInputProps) {
  const { t } = useTranslation()
  const id = useId()
  const [hovered, setHovered] = useState<number | null>(null)
  const lit = hovered ?? value ?? 0
  const named = stars.find((star) => star === lit)
  return (
    <div>
      <div id={id} className="mb-1 font-medium text-ink text-sm">
        {label}
      </div>
      <div className="flex flex-wrap items-center gap-x-3">
        <RadioGroup
          aria-labelledby={id}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
          name={name}
          value={value ?? 0}
          disabled={disabled}
          onValueChange={(next) => onChange(next as number)}
          onPointerLeave={() => setHovered(null)}
          className="-ml-2 flex"
        >
          {stars.map((star) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the control is Radio.Root, which renders the input.
            <label
              key={star}
              onPointerEnter={(event) => event.pointerType === "mouse" && !disabled && setHovered(star)}
              className={cx(
                "relative flex size-11 items-center justify-center",
                disabled ? "cursor-not-allowed" : "cursor-pointer",
              )}
            >
              <Radio.Root value={star} className="absolute inset-0 rounded-sm -outline-offset-2" />
              <Star
                aria-hidden="true"
                strokeWidth={1.5}
                className={cx(
                  "size-7 transition-colors",
                  star <= lit ? "fill-gold text-gold" : "fill-transparent text-line-strong",
                  disabled && "opacity-50",
                )}
              />
              <span className="sr-only">{t(`common.stars.${star}`)}</span>
            </label>
          ))}
        </RadioGroup>
        <span aria-hidden="true" className="text-ink-soft text-sm">
          {named && t(`common.stars.${named}`)}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
