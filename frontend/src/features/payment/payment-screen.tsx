import { type ComponentType, memo, Suspense, useState } from "react"
import { Navigate, useLocation } from "react-router-dom"
import { Button } from "@/components/button"
import { LiveDot } from "@/components/live-dot"
import { SectionBoundary } from "@/components/section-boundary"
import { SupportLink } from "@/components/support-link"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { useLastPayment } from "@/lib/last-payment"
import { isUnknown, type PaymentStatus, shownOutcome } from "@/lib/payment-status"
import { formatDate } from "@/lib/time"
import { useLiveStatus } from "@/stores/live"
import { ContinueShopping, PaymentActions } from "./actions"
import { Back, Beside, Bought, PaymentFacts, PaymentSteps, Retry, RetryPaymentNotice } from "./back-and-help"
import { Money } from "./money"
import { Panel } from "./panel"
import { PaymentHead } from "./payment-head"
import { Processing } from "./processing"
import { isOpen } from "./queries"
import { Unknown } from "./unknown"
import { usePayment } from "./use-payment"

export function PaymentScreen({ transactionId }: { transactionId: string }) {
  const { t } = useTranslation("payment")
  const payment = usePayment(transactionId)
  const { data, error } = payment

  if (data?.outcome === "failed" && data.continuedBy) {
    // A newer payment of the order, perhaps made on the phone, replaces this one.
    return <Navigate to={`/order-confirmation/${data.continuedBy}`} replace />
  }
  if (data)
    return <LoadedPayment payment={data} onRefresh={payment.refresh} refreshing={payment.refreshing} />
  const loading = <Panel tone="processing" title={t("loading")} lead={null} />
  return (
    <>
      <PaymentHead />
      {isUnknown(error) ? (
        <Suspense fallback={loading}>
          <Unknown transactionId={transactionId} givenUp={payment.givenUp} onRetry={payment.retry}>
            <Back />
          </Unknown>
        </Suspense>
      ) : error ? (
        <FailedCheck
          transactionId={transactionId}
          error={error}
          retrying={payment.isFetching}
          onRetry={payment.retry}
        />
      ) : (
        loading
      )}
    </>
  )
}

type FailedCheckProps = { transactionId: string; error: unknown; retrying: boolean; onRetry: () => void }

/** The status could not be loaded, which says nothing about the payment itself. */
function FailedCheck({ transactionId, error, retrying, onRetry }: FailedCheckProps) {
  const { t } = useTranslation("payment")
  const isVerification = useLocation().pathname === "/payment/status"
  const serverMessage = error instanceof ApiError ? error.message : ""
  return (
    <Panel
      tone="warning"
      title={t("failedCheck.title")}
      lead={
        <>
          <span className="text-ink">
            {serverMessage || t(isVerification ? "verifyFailed" : "checkFailed")}
          </span>
          <span className="mt-2 block">{t("failedCheck.lead")}</span>
        </>
      }
    >
      <div className="mt-8 flex flex-col flex-wrap justify-center gap-3 sm:flex-row">
        <Button busy={retrying} onClick={onRetry}>
          {t("failedCheck.retry")}
        </Button>
        <SupportLink orderId={transactionId}>{t("support.contact")}</SupportLink>
        <ContinueShopping variant="quiet" />
      </div>
      <Back />
    </Panel>
  )
}

type LoadedPaymentProps = { payment: PaymentStatus; onRefresh: () => void; refreshing: boolean }

function LoadedPayment({ payment, onRefresh, refreshing }: LoadedPaymentProps) {
  const { t } = useTranslation("payment")
  const status = useLiveStatus()
  const outcome = shownOutcome(payment)
  const title = t(`${outcome}.title`)
  return (
    <>
      <PaymentHead title={title} />
      {/* Announced when the outcome changes, not when the page opens. */}
      <Announcement text={isPlaced(payment) ? t("success.lead") : title} />
      <Panel tone={outcome} title={title} lead={<Lead payment={payment} />}>
        {outcome === "processing" && <Processing payment={payment} />}
        {isPlaced(payment) && <LaterPart part={Bought} payment={payment} space="h-52" />}
        <SectionBoundary>
          <Money payment={payment} />
        </SectionBoundary>
        <PaymentActions payment={payment} onRefresh={onRefresh} refreshing={refreshing} />
        <LaterPart part={Details} payment={payment} space="h-112" />
      </Panel>
      <p className="mt-6 flex min-h-5 justify-center">
        <LiveDot status={status} />
      </p>
      {!payment.isTrial && <LaterPart part={Beside} payment={payment} space="h-80" />}
    </>
  )
}

type LaterPartProps = {
  part: ComponentType<{ payment: PaymentStatus }>
  payment: PaymentStatus
  space: string
}

/**
 * A part that is hydrated after the first screen. Memoized: until then, rendering its boundary again would replace the
 * server's HTML by the fallback.
 */
const LaterPart = memo(function LaterPart({ part: Part, payment, space }: LaterPartProps) {
  return (
    <SectionBoundary>
      <Suspense fallback={<div className={space} />}>
        <Part payment={payment} />
      </Suspense>
    </SectionBoundary>
  )
})

function Details({ payment }: { payment: PaymentStatus }) {
  if (payment.isTrial) return <PaymentFacts payment={payment} />
  return (
    <>
      {(payment.canRetry || payment.outcome === "processing") && (
        <Suspense>
          {/* The key refetches the payment health when the outcome changes, before a retry. */}
          <RetryPaymentNotice key={payment.outcome} />
        </Suspense>
      )}
      {payment.retry && <Retry payment={payment} retry={payment.retry} />}
      {payment.outcome === "failed" && <Back orderId={payment.orderId} />}
      {(isOpen(payment) || (payment.fulfils && WHERE_PIECES_ARE[payment.orderStatus])) && (
        <PaymentSteps payment={payment} />
      )}
      <PaymentFacts payment={payment} />
    </>
  )
}

/** Text about a paid order by its status; ended orders have other texts. */
const WHERE_PIECES_ARE: Partial<Record<PaymentStatus["orderStatus"], "reserved" | "underWay" | "delivered">> =
  {
    confirmed: "reserved",
    processing: "reserved",
    packaging: "reserved",
    dispatched: "underWay",
    out_for_delivery: "underWay",
    shipped: "underWay",
    delivered: "delivered",
  }

function Lead({ payment }: { payment: PaymentStatus }) {
  const { t, i18n } = useTranslation("payment")
  const { fulfils, isTrial, status, inReview, reason, steps, estimatedDelivery, pieces } = payment
  switch (shownOutcome(payment)) {
    case "success":
      if (isTrial) return status === "REFUNDED" ? t("trial.returned") : t("trial.captured")
      if (fulfils) {
        const day = estimatedDelivery && formatDate(estimatedDelivery, i18n.language)
        const place = WHERE_PIECES_ARE[payment.orderStatus]
        // A parcel is one, however many pieces are in it.
        const count = place === "reserved" ? pieces.reduce((sum, { quantity }) => sum + quantity, 0) : 1
        return (
          <>
            <Thanks orderId={payment.orderId} />
            {place && t(`success.${place}`, { count })} {day && t("success.arrives", { count, day })}
          </>
        )
      }
      return steps.confirmed ? t("success.twice") : t("success.unplaced")
    case "received":
      return (
        <>
          {t("received.lead")}
          {inReview && <span className="mt-2 block">{t("received.review")}</span>}
        </>
      )
    case "failed":
      return <span className="text-ink">{reason}</span>
    case "cancelled":
      return t("cancelled.lead")
    default:
      return t("processing.lead")
  }
}

const isPlaced = ({ outcome, fulfils }: PaymentStatus) => outcome === "success" && fulfils

/** By name in the tab that ordered: the payment's status is public and names nobody. */
function Thanks({ orderId }: { orderId: string }) {
  const { t } = useTranslation("payment")
  const last = useLastPayment()
  const name = last?.orderId === orderId ? last.firstName : null
  return (
    <span className="mb-2 block wrap-anywhere font-display text-ink text-xl">
      {name ? t("success.thanksTo", { name }) : t("success.thanks")}
    </span>
  )
}

function Announcement({ text }: { text: string }) {
  const [first] = useState(text)
  const [turned, setTurned] = useState(false)
  if (text !== first && !turned) setTurned(true)
  return (
    <p role="status" className="sr-only">
      {turned && text}
    </p>
  )
}
