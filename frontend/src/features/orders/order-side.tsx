import { Share2 } from "lucide-react"
import { Button } from "@/components/button"
import { Link } from "@/components/link"
import { QuoteTotals } from "@/components/quote-totals"
import { useTranslation } from "@/i18n"
import { isIndianState } from "@/lib/indian-states"
import type { Secret } from "@/lib/order-access"
import { share } from "@/lib/share"
import { CashOnDelivery } from "./cash-on-delivery"
import { InvoiceButton } from "./invoice-button"
import { Part } from "./part"
import type { WholeOrder } from "./queries"
import { Refunds } from "./refunds"
import { paymentName } from "./status"

/** The amounts and the address, which only the order's customer and staff see. */
export function OrderSide({ order, secret }: { order: WholeOrder; secret: Secret | null }) {
  const { t } = useTranslation(["orders", "checkout"])
  // Of an unpaid order, the last payment attempt, which may still succeed.
  const ofPage = order.cashOnDelivery?.status === "collected" ? null : order.paymentId
  const paymentId = ofPage ?? order.payments.at(-1)?.transactionId
  // The part on cash on delivery says what is due: "pending" beside it would sound like a payment that is late.
  const waitsForCourier = order.cashOnDelivery?.status === "confirmed" && !paymentId
  const { name, street, city, state, pincode, phone, email } = order.shippingAddress
  return (
    <div className="min-w-0 space-y-10">
      <Part title={t("checkout:summary.title")}>
        <QuoteTotals quote={order} discountCode={order.discountCode} />
        {order.invoice && <InvoiceButton invoice={order.invoice} secret={secret} />}
      </Part>
      {!waitsForCourier && (
        <Part title={t("payment")}>
          <p>
            {order.totalAmount === 0
              ? t("checkout:pay.nothing")
              : t(`paymentStatus.${paymentName(order.paymentStatus)}`)}
          </p>
          {paymentId && (
            <p className="mt-1 break-all text-ink-soft text-sm">
              {t("paymentId")}{" "}
              <Link
                to={`/order-confirmation/${paymentId}`}
                className="text-accent underline underline-offset-4"
                translate="no"
              >
                {paymentId}
              </Link>
            </p>
          )}
          <Refunds order={order} secret={secret} />
        </Part>
      )}
      <CashOnDelivery order={order} secret={secret} />
      <Part title={t("delivery")}>
        <address className="wrap-anywhere not-italic" translate="no">
          {name}
          <br />
          {street}
          <br />
          {city}, {isIndianState(state) ? t(`checkout:states.${state}`) : state} {pincode}
        </address>
        {order.business && (
          <p className="mt-2 wrap-anywhere text-sm">
            <span translate="no">{order.business.name}</span>
            <br />
            {t("checkout:fields.gstin")}{" "}
            <span className="tabular-nums" translate="no">
              {order.business.gstin}
            </span>
          </p>
        )}
        <p className="mt-2 wrap-anywhere text-ink-soft text-sm" translate="no">
          {phone}
          <br />
          {email}
        </p>
      </Part>
      {order.link && (
        <div className="print:hidden">
          <Part title={t("link.title")}>
            <p className="text-ink-soft text-sm">{t("link.text")}</p>
            <ShareLink link={order.link} orderId={order.orderId} />
          </Part>
        </div>
      )}
    </div>
  )
}

/** Share the private link: by the system's share sheet, else by the clipboard. */
function ShareLink({ link, orderId }: { link: string; orderId: string }) {
  const { t } = useTranslation("orders")
  return (
    <Button
      variant="secondary"
      size="sm"
      className="mt-3"
      onClick={() =>
        void share({ title: t("order", { orderId }), url: link }, t("link.copied"), t("link.notCopied"))
      }
    >
      <Share2 className="size-4" />
      {t("link.share")}
    </Button>
  )
}
