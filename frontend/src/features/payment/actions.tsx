import { Button, ButtonLink, type ButtonLook } from "@/components/button"
import { SupportLink } from "@/components/support-link"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { openPayment } from "@/lib/last-payment"
import type { PaymentStatus } from "@/lib/payment-status"
import { toast } from "@/lib/toast"
import { useOpenPayment } from "@/lib/use-open-payment"
import { useOrderLink } from "@/stores/order-link"
import { usePaymentNow } from "./clock"
import { isOpen, isPayable } from "./queries"

export function ContinueShopping({ variant = "secondary" }: Pick<ButtonLook, "variant">) {
  const { t } = useTranslation("payment")
  return (
    <ButtonLink to="/" variant={variant}>
      {t("continueShopping")}
    </ButtonLink>
  )
}

type PaymentActionsProps = { payment: PaymentStatus; onRefresh: () => void; refreshing: boolean }

/** The actions that the payment's state offers: every state has one filled one, the likeliest. */
export function PaymentActions({ payment, onRefresh, refreshing }: PaymentActionsProps) {
  const { t } = useTranslation("payment")
  const errorText = useErrorText()
  const now = usePaymentNow(payment.answeredAt, payment.outcome === "processing")
  const { outcome, canRetry, orderId, amount, transactionId, isTrial } = payment
  const payable = isPayable(payment, now)
  const open = useOpenPayment(
    (key) => openPayment(orderId, amount, key, { transactionId }),
    (error) => toast.error(errorText(error, t("failed.retryFailed"))),
  )
  return (
    <div className="mt-8 flex flex-col flex-wrap justify-center gap-3 sm:flex-row sm:[&>:first-child:nth-last-child(n+4)]:basis-full">
      {!isTrial && (outcome === "success" || outcome === "received") && <TrackOrder payment={payment} />}
      {canRetry && (
        <Button busy={open.busy} onClick={open.pay}>
          {t("failed.retry")}
        </Button>
      )}
      {payable && (
        <Button busy={open.busy} onClick={open.pay}>
          {t("processing.backToProvider")}
        </Button>
      )}
      {isOpen(payment) && (
        // Without JavaScript it is a link that reloads the page.
        <form
          action={`/order-confirmation/${transactionId}`}
          className="contents"
          onSubmit={(event) => {
            event.preventDefault()
            onRefresh()
          }}
        >
          <Button
            type="submit"
            variant={payable || outcome === "received" ? "secondary" : "primary"}
            busy={refreshing}
          >
            {t("processing.refresh")}
          </Button>
        </form>
      )}
      {isTrial ? (
        <ButtonLink to="/admin" variant={canRetry || outcome === "processing" ? "secondary" : "primary"}>
          {t("trial.back")}
        </ButtonLink>
      ) : (
        <CustomerActions payment={payment} />
      )}
    </div>
  )
}

function CustomerActions({ payment }: { payment: PaymentStatus }) {
  const { t } = useTranslation("payment")
  const { outcome, canRetry, fulfils, orderId } = payment
  return (
    <>
      {outcome === "processing" && <TrackOrder payment={payment} variant="secondary" />}
      {(outcome !== "success" || !fulfils) && (
        <SupportLink orderId={orderId}>{t("support.contact")}</SupportLink>
      )}
      {outcome !== "processing" && (
        <ContinueShopping variant={outcome === "failed" && !canRetry ? "primary" : "quiet"} />
      )}
    </>
  )
}

/**
 * Link to the order for logged-in customers and for the guest who ordered in this tab; others track it by the
 * transaction id.
 */
export function TrackOrder({
  payment: { orderId, transactionId },
  variant,
}: Pick<ButtonLook, "variant"> & { payment: PaymentStatus }) {
  const { t } = useTranslation("payment")
  const link = useOrderLink(orderId)
  return (
    <ButtonLink variant={variant} to={link ?? `/track-order?transactionId=${transactionId}`}>
      {t("success.track")}
    </ButtonLink>
  )
}
