import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { formatTime, useNow } from "@/lib/time"
import { useOpenPayment } from "./open-payment"
import type { PaymentStatus } from "./queries"

type ProcessingProps = { payment: PaymentStatus; onRefresh: () => void; refreshing: boolean }

/** What we know about an unfinished payment, from whom, and when we ask next. */
export function Processing({ payment, onRefresh, refreshing }: ProcessingProps) {
  const { t, i18n } = useTranslation("payment")
  const now = useNow(1000)
  const language = i18n.language
  const { checkedAt, expiresAt } = payment
  const open = useOpenPayment(payment)
  const payable = expiresAt !== null && Date.parse(expiresAt) > now
  return (
    <div className="mx-auto mt-6 max-w-lg text-center">
      <div className="text-sm tabular-nums">
        <p>
          {checkedAt
            ? t("processing.asked", { time: formatTime(checkedAt, language) })
            : t("processing.askedNever")}
        </p>
        <p className="text-ink-soft">
          <NextCheck at={payment.nextCheckAt} now={now} />
        </p>
      </div>
      <Button className="mt-6" busy={refreshing} onClick={onRefresh}>
        {t("processing.refresh")}
      </Button>
      {payment.mayHaveBeenDebited ? (
        <div className="mt-6 text-left">
          <Notice tone="warning">{t("processing.debited")}</Notice>
        </div>
      ) : (
        payable && (
          <p className="mt-6 text-ink-soft text-sm">
            {t("processing.unpaidQuestion", { time: formatTime(expiresAt, language) })}{" "}
            <button
              type="button"
              disabled={open.busy}
              onClick={open.start}
              className="py-1 text-accent underline underline-offset-4"
            >
              {t("processing.backToProvider")}
            </button>
          </p>
        )
      )}
    </div>
  )
}

function NextCheck({ at, now }: { at: string | null; now: number }) {
  const { t, i18n } = useTranslation("payment")
  if (at === null) return null
  const seconds = Math.ceil((Date.parse(at) - now) / 1000)
  if (seconds <= 0) return t("processing.asking")
  if (seconds > 90) return t("processing.nextAt", { time: formatTime(at, i18n.language) })
  return t("processing.nextIn", { count: seconds })
}
