import { useQuery } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import { Button, ButtonLink, buttonClass } from "@/components/button"
import { useTranslation } from "@/i18n"
import { useHasPage } from "@/lib/pages"
import { shopQuery, whatsappLink } from "@/lib/shop"
import { formatDateTime } from "@/lib/time"
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
    <div className="mt-8 text-center">
      <div className="flex flex-wrap justify-center gap-3">
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
      {payment.retry && <Retry payment={payment} retry={payment.retry} />}
    </div>
  )
}

type RetryProps = { payment: PaymentStatus; retry: NonNullable<PaymentStatus["retry"]> }

/** Whether and until when the order can still be paid; if not, the way back to what it was for. */
function Retry({ payment, retry }: RetryProps) {
  const { t, i18n } = useTranslation("payment")
  const { heldUntil, products } = payment
  return (
    <>
      <p className="mx-auto mt-4 max-w-lg text-ink-soft text-sm">
        {t(`retry.${retry}`, { time: heldUntil ? formatDateTime(heldUntil, i18n.language) : "" })}
      </p>
      {(retry === "sold_out" || retry === "closed") && (
        <ul className="mt-3 text-sm">
          {products.map(({ slug, title }) => (
            <li key={slug}>
              <Link
                to={`/products/${slug}`}
                className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
              >
                {t("retry.seeAgain", { title })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The order itself for whoever is logged in; others follow it by the number of their payment. */
function TrackOrder({ payment: { orderId, transactionId } }: { payment: PaymentStatus }) {
  const { t } = useTranslation("payment")
  const { user } = useUser()
  const hasPage = useHasPage()
  const own = user !== null
  if (!own && !hasPage("/track-order")) return null
  return (
    <ButtonLink to={own ? `/orders/${orderId}` : `/track-order?transactionId=${transactionId}`}>
      {t("success.track")}
    </ButtonLink>
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
