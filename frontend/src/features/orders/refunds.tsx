import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { ErrorState } from "@/components/error-state"
import { useTranslation } from "@/i18n"
import { read } from "@/lib/api"
import { formatRupees } from "@/lib/money"
import { headersOf, type Secret } from "@/lib/order-access"
import { retryOf } from "@/lib/retry-of"
import { formatDate } from "@/lib/time"
import type { WholeOrder } from "./queries"
import { useServerWord } from "./status"

/** The order's refunds: amount, status, expected date, and the bank's reference. */
export function Refunds({ order, secret }: { order: WholeOrder; secret: Secret | null }) {
  const { t, i18n } = useTranslation("orders")
  const word = useServerWord()
  const { orderId, version } = order
  const refunds = useQuery({
    // A refund's change increments the order's version, too: as part of the key it causes a refetch.
    queryKey: ["me", "order", orderId, "refunds", secret?.value ?? "", version],
    queryFn: read("/api/orders/{order_id}/refunds", {
      path: { order_id: orderId },
      headers: headersOf(secret),
    }),
    enabled: order.paymentStatus === "paid" || order.paymentStatus === "refunded",
    placeholderData: keepPreviousData,
  })
  if (refunds.error && !refunds.data) {
    return <ErrorState compact fallback={t("refund.failed")} {...retryOf(refunds)} />
  }
  if (!refunds.data || refunds.data.refunds.length === 0) return null
  const { refunded } = refunds.data
  return (
    <div className="mt-5">
      <h3 className="font-medium">{t("refund.title")}</h3>
      {refunded > 0 && (
        <p className="mt-1 text-ink-soft text-sm">
          {t("refund.sum", { amount: formatRupees(refunded), total: formatRupees(order.totalAmount) })}
        </p>
      )}
      <ul className="mt-3 space-y-4">
        {refunds.data.refunds.map((refund) => (
          <li key={refund.refundId} className="rounded-md border border-line p-4 text-sm">
            <p className="flex flex-wrap justify-between gap-x-4 font-medium">
              <span className="tabular-nums" translate="no">
                {formatRupees(refund.amount)}
              </span>
              <span>{word(`refund.status.${refund.status}`, refund.status)}</span>
            </p>
            <p className="mt-1 text-ink-soft">
              {t("refund.asked", { day: formatDate(refund.requestedAt, i18n.language) })}
            </p>
            {refund.doneAt ? (
              <p className="text-ink-soft">
                {t("refund.doneOn", { day: formatDate(refund.doneAt, i18n.language) })}
              </p>
            ) : (
              refund.dueOn &&
              refund.status !== "approval" && (
                <p className="text-ink-soft">
                  {t("refund.due", { day: formatDate(refund.dueOn, i18n.language) })}
                </p>
              )
            )}
            {refund.bankReference && (
              <p className="break-all text-ink-soft">
                {t("refund.reference")}{" "}
                <span className="select-all text-ink" translate="no">
                  {refund.bankReference}
                </span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
