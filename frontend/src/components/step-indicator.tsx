import { Check } from "lucide-react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"

type StepIndicatorProps = {
  label: string
  steps: readonly string[]
  /** Index of the step that is under way. */
  current: number
}

/** The current step in a row of steps. */
export function StepIndicator({ label, steps, current }: StepIndicatorProps) {
  const { t } = useTranslation()
  return (
    <ol aria-label={label} className="flex items-center gap-2 sm:gap-3">
      {steps.map((step, index) => {
        const done = index < current
        return (
          <li
            key={step}
            aria-current={index === current ? "step" : undefined}
            className={cx("flex items-center gap-2 sm:gap-3", index > 0 && "flex-1")}
          >
            {index > 0 && (
              <span
                aria-hidden="true"
                className={cx("h-px min-w-3 flex-1", index <= current ? "bg-accent" : "bg-line")}
              />
            )}
            <span
              aria-hidden="true"
              className={cx(
                "flex size-7 shrink-0 items-center justify-center rounded-full border text-sm tabular-nums",
                done && "border-accent bg-accent text-white",
                index === current && "border-accent text-accent",
                index > current && "border-line-strong text-ink-soft",
              )}
            >
              {done ? <Check className="size-4" /> : index + 1}
            </span>
            <span
              className={cx("text-sm", index === current ? "font-medium" : "text-ink-soft max-sm:sr-only")}
            >
              {step}
              {done && <span className="sr-only"> – {t("common.done")}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
