import { PieceList } from "@/components/piece-list"
import { WithOrderId } from "@/components/with-order-id"
import { useTranslation } from "@/i18n"
import type { PaymentStatus } from "@/lib/payment-status"
import { formatDate } from "@/lib/time"

/** The paid items with the order's number and the day. */
export function Bought({ payment: { orderId, pieces, paidAt } }: { payment: PaymentStatus }) {
  const { t, i18n } = useTranslation("payment-more")
  return (
    <section aria-labelledby="bought" className="mx-auto mt-8 max-w-lg rounded-md border border-line p-5">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b pb-3">
        <h2 id="bought" className="text-lg">
          <WithOrderId text={t("bought", { orderId })} orderId={orderId} />
        </h2>
        {paidAt && (
          <time dateTime={paidAt} className="text-ink-soft text-sm">
            {formatDate(paidAt, i18n.language)}
          </time>
        )}
      </div>
      <PieceList pieces={pieces} />
    </section>
  )
}
