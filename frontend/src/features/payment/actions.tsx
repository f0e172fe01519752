import { useQuery } from "@tanstack/react-query"
import { Button, ButtonLink, buttonClass } from "@/components/button"
import { useTranslation } from "@/i18n"
import { shopQuery, whatsappLink } from "@/lib/shop"
import { useOpenPayment } from "./open-payment"
import type { PaymentStatus } from "./queries"

export function ContinueShopping() {
  const { t } = useTranslation("payment")
  return (
    <ButtonLink to="/" variant="secondary">
      {t("continueShopping")}
    </ButtonLink>
  )
}

type PaymentActionsProps = { payment: PaymentStatus; onRefresh: () => void; refreshing: boolean }

/** What the shopper can do now. */
export function PaymentActions({ payment, onRefresh, refreshing }: PaymentActionsProps) {
  const { t } = useTranslation("payment")
  const open = useOpenPayment(payment)
  const { outcome, canRetry } = payment
  return (
    <div className="mt-8 text-center">
      <div className="flex flex-wrap justify-center gap-3">
        {outcome === "failed" && canRetry && (
          <Button busy={open.busy} onClick={open.start}>
            {t("failed.retry")}
          </Button>
        )}
        {outcome === "received" && (
          <Button variant="secondary" busy={refreshing} onClick={onRefresh}>
            {t("processing.refresh")}
          </Button>
        )}
        {outcome !== "success" && <Support payment={payment} />}
        {outcome !== "processing" && <ContinueShopping />}
      </div>
      {outcome === "failed" && (
        <p className="mt-3 text-ink-soft text-sm">{canRetry ? t("failed.retryHint") : t("failed.closed")}</p>
      )}
    </div>
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
