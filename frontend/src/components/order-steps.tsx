import { Check } from "lucide-react"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { formatDateTime } from "@/lib/time"

const stepNames = ["received", "paid", "mailSent", "preparing", "dispatched", "delivered"] as const

/** The time of each step of an order; null: not yet. */
type Steps = Record<(typeof stepNames)[number], string | null>

type OrderStepsProps = {
  steps: Steps
  /** The order will not be delivered: nothing is to come. */
  ended?: boolean
}

/** Past and coming steps of an order, with their times. Its texts are in "payment-more". */
export function OrderSteps({ steps, ended }: OrderStepsProps) {
  const { t, i18n } = useTranslation("payment-more")
  const shown = ended ? stepNames.filter((name) => steps[name]) : stepNames
  return (
    <ol>
      {shown.map((name, index) => {
        const at = steps[name]
        return (
          <li key={name} className="relative flex gap-4 pb-5 last:pb-0">
            {index < shown.length - 1 && (
              <span aria-hidden="true" className="absolute top-6 bottom-0 left-3 w-px bg-line" />
            )}
            <span
              aria-hidden="true"
              className={cx(
                "z-10 flex size-6 shrink-0 items-center justify-center rounded-full border transition-colors",
                at ? "border-success bg-success text-white" : "border-line-strong bg-paper",
              )}
            >
              {at && <Check className="size-3.5" strokeWidth={2.5} />}
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4 text-sm">
              <span className={at ? undefined : "text-ink-soft"}>
                {t(`steps.${name}`)}
                {!at && <span className="sr-only"> – {t("steps.open")}</span>}
              </span>
              {at && (
                <time dateTime={at} className="text-ink-soft tabular-nums">
                  {formatDateTime(at, i18n.language)}
                </time>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
