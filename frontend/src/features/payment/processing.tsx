import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import type { PaymentStatus } from "@/lib/payment-status"
import { formatTime } from "@/lib/time"
import { usePaymentNow } from "./clock"
import { isPayable } from "./queries"

/** Status of a pending payment: source, time, and the next check. */
export function Processing({ payment }: { payment: PaymentStatus }) {
  const { t, i18n } = useTranslation("payment")
  const now = usePaymentNow(payment.answeredAt)
  const { checkedAt, expiresAt, nextCheckAt, continuedBy } = payment
  return (
    <div className="mx-auto mt-6 max-w-lg text-balance text-center text-sm tabular-nums">
      <p>
        {checkedAt
          ? t("processing.asked", { time: formatTime(checkedAt, i18n.language) })
          : t("processing.askedNever")}
      </p>
      {nextCheckAt && (
        <p className="text-ink-soft">
          <NextCheck at={nextCheckAt} now={now} />
        </p>
      )}
      {expiresAt && isPayable(payment, now) && (
        <p className="mt-4 text-ink-soft">
          {t("processing.openUntil", { time: formatTime(expiresAt, i18n.language) })}
        </p>
      )}
      {continuedBy && (
        <p className="mt-4">
          {t("processing.newer")}{" "}
          <Link
            to={`/order-confirmation/${continuedBy}`}
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
          >
            {t("processing.toNewer")}
          </Link>
        </p>
      )}
    </div>
  )
}

function NextCheck({ at, now }: { at: string; now: number }) {
  const { t, i18n } = useTranslation("payment")
  const seconds = Math.ceil((Date.parse(at) - now) / 1000)
  if (seconds <= 0) return t("processing.asking")
  if (seconds > 90) return t("processing.nextAt", { time: formatTime(at, i18n.language) })
  return t("processing.nextIn", { count: seconds })
}
