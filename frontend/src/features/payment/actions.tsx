import { useQuery } from "@tanstack/react-query"
import { Button, ButtonLink, buttonClass } from "@/components/button"
import { useTranslation } from "@/i18n"
import { lastPayment } from "@/lib/last-payment"
import { shopQuery, whatsappLink } from "@/lib/shop"
import { useUser } from "@/stores/session"
import { useServerNow } from "./clock"
import { useOpenPayment } from "./open-payment"
import { isOpen, isPayable, type PaymentStatus } from "./queries"

export function ContinueShopping() {
  const { t } = useTranslation("payment")
  return (
    <ButtonLink to="/" variant="secondary">
      {t("continueShopping")}
    </ButtonLink>
  )
}

type PaymentActionsProps = { payment: PaymentStatus; onRefresh: () => void; refreshing: boolean }

/** What the shopper can do now: in no state nothing. */
export function PaymentActions({ payment, onRefresh, refreshing }: PaymentActionsProps) {
  const { t } = useTranslation("payment")
  const open = useOpenPayment(payment)
  const now = useServerNow(payment.answeredAt, payment.outcome === "processing")
  const { outcome, canRetry } = payment
  return (
    <div className="mt-8 flex flex-col flex-wrap justify-center gap-3 sm:flex-row">
      {outcome === "success" && <TrackOrder payment={payment} />}
      {canRetry && (
        <Button busy={open.busy} onClick={open.start}>
          {t("failed.retry")}
        </Button>
      )}
      {isOpen(payment) && (
        <Button busy={refreshing} onClick={onRefresh}>
          {t("processing.refresh")}
        </Button>
      )}
      {isPayable(payment, now) && (
        <Button variant="secondary" busy={open.busy} onClick={open.start}>
          {t("processing.backToProvider")}
        </Button>
      )}
      {(outcome !== "success" || !payment.fulfils) && <Support payment={payment} />}
      {outcome !== "processing" && <ContinueShopping />}
    </div>
  )
}

/**
 * The order itself for whoever is logged in, and for the guest who ordered in this tab; others follow it by the
 * number of their payment.
 */
export function TrackOrder({ payment: { orderId, transactionId } }: { payment: PaymentStatus }) {
  const { t } = useTranslation("payment")
  const { user } = useUser()
  const last = lastPayment()
  const link = user ? `/orders/${orderId}` : last?.orderId === orderId ? last.orderLink : null
  return (
    <ButtonLink to={link ?? `/track-order?transactionId=${transactionId}`}>{t("success.track")}</ButtonLink>
  )
}

/** WhatsApp with the order named, or e-mail where the shop has no WhatsApp. */
function Support({ payment: { orderId, transactionId } }: { payment: PaymentStatus }) {
  const { t } = useTranslation("payment")
  const shop = useQuery(shopQuery).data
  if (!shop || !(shop.whatsapp || shop.email)) return null
  const greeting = t("support.greeting", { orderId, transactionId })
  const subject = t("support.subject", { orderId })
  return (
    <a
      href={
        shop.whatsapp
          ? whatsappLink(shop.whatsapp, greeting)
          : `mailto:${shop.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(greeting)}`
      }
      className={buttonClass({ variant: "secondary" })}
    >
      {t("support.contact")}
    </a>
  )
}
