import { OptionNotes, RefundedPieces } from "@/components/option-notes"
import { QuoteTotals } from "@/components/quote-totals"
import { useTranslation } from "@/i18n"
import { isIndianState } from "@/lib/indian-states"
import { formatRupees } from "@/lib/money"
import { PieceCertificates } from "./piece-certificates"
import type { AdminOrder, CertifiedLine } from "./queries"

/** Where the order goes. */
export function OrderAddress({ order }: { order: AdminOrder }) {
  const { t } = useTranslation(["adminOrders", "checkout"])
  const address = order.shippingAddress
  return (
    <div translate="no">
      <p>{address.name}</p>
      <p>{address.street}</p>
      <p>
        {address.city}, {isIndianState(address.state) ? t(`checkout:states.${address.state}`) : address.state}{" "}
        {address.pincode}
      </p>
    </div>
  )
}

/** Items and totals. */
export function OrderGoods({ order, certified }: { order: AdminOrder; certified: readonly CertifiedLine[] }) {
  const { i18n } = useTranslation("adminOrders")
  return (
    <>
      <ul className="divide-y divide-line border-line border-y">
        {order.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change.
          <li key={index} className="flex flex-wrap items-start gap-x-4 py-2.5">
            <div className="min-w-0 flex-1">
              {i18n.language === "hi" ? item.product.titleHi : item.product.title}
              <span className="block text-ink-soft text-xs">
                <OptionNotes customization={item.customization} more={item.sku && `SKU ${item.sku}`} />
              </span>
              <RefundedPieces pieces={item} status={order.status} />
            </div>
            <span className="whitespace-nowrap text-ink-soft tabular-nums" translate="no">
              {item.quantity} × {formatRupees(item.price)}
            </span>
            <span className="w-24 text-right tabular-nums" translate="no">
              {formatRupees(item.totalPrice)}
            </span>
            {certified
              .filter(({ line }) => line === index + 1)
              .map((line) => (
                <div key={line.line} className="basis-full">
                  <PieceCertificates orderId={order.orderId} certified={line} />
                </div>
              ))}
          </li>
        ))}
      </ul>
      <QuoteTotals quote={order} className="mt-3 ml-auto w-full max-w-64" />
    </>
  )
}
