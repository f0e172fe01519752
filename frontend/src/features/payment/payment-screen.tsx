import { Suspense, use, useState } from "react"
import { Navigate } from "react-router-dom"
import { Button } from "@/components/button"
import { LiveDot } from "@/components/live-dot"
import { PageTitle } from "@/components/page-title"
import { useTranslation, withTexts } from "@/i18n"
import { useLiveStatus } from "@/stores/live"
import { ContinueShopping, PaymentActions } from "./actions"
import { Money } from "./money"
import { Panel } from "./panel"
import { Processing } from "./processing"
import { isOpen, isUnknown, type PaymentStatus } from "./queries"
import { Unknown } from "./unknown"
import { usePayment } from "./use-payment"

/**
 * What stands below the first screen, fetched beside it. Once here it is drawn at once, as `use` waits for nothing that
 * is marked so; where it cannot be fetched the screen does without it.
 */
const more = withTexts(import("./more"), "payment-more").catch(() => null)
void more.then((value) => Object.assign(more, { status: "fulfilled", value }))

/** One payment in whatever state it is: this one component is every screen of a payment. */
export function PaymentScreen({ transactionId }: { transactionId: string }) {
  const { t } = useTranslation("payment")
  const payment = usePayment(transactionId)
  const { data, error } = payment

  if (data?.outcome === "failed" && data.continuedBy) {
    // Paid for again, perhaps on the phone: what becomes of that is what counts here, too.
    return <Navigate to={`/order-confirmation/${data.continuedBy}`} replace />
  }
  if (data) return <Known payment={data} onRefresh={payment.refresh} refreshing={payment.refreshing} />
  const loading = <Panel tone="processing" title={t("loading")} lead={null} />
  if (isUnknown(error)) {
    return (
      <Suspense fallback={loading}>
        <Unknown givenUp={payment.givenUp} onRetry={payment.retry} />
      </Suspense>
    )
  }
  if (error) {
    return (
      <Panel tone="warning" title={t("failedCheck.title")} lead={t("failedCheck.lead")}>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Button busy={payment.isFetching} onClick={payment.retry}>
            {t("failedCheck.retry")}
          </Button>
          <ContinueShopping />
        </div>
      </Panel>
    )
  }
  return loading
}

type KnownProps = { payment: PaymentStatus; onRefresh: () => void; refreshing: boolean }

function Known({ payment, onRefresh, refreshing }: KnownProps) {
  const { t } = useTranslation("payment")
  const status = useLiveStatus()
  const { outcome } = payment
  const title = t(`${outcome}.title`)
  return (
    <>
      <PageTitle title={title} />
      {/* Read out when the outcome turns, never when the page opens. */}
      <Announcement text={title} />
      <Panel tone={outcome} title={title} lead={<Lead payment={payment} />}>
        {outcome === "processing" && <Processing payment={payment} />}
        <Money payment={payment} />
        <PaymentActions payment={payment} onRefresh={onRefresh} refreshing={refreshing} />
        <Suspense fallback={<div className="h-112" />}>
          <Details payment={payment} />
        </Suspense>
      </Panel>
      <p className="mt-6 flex min-h-5 justify-center">
        <LiveDot status={status} />
      </p>
      <Suspense fallback={<div className="h-80" />}>
        <Beside payment={payment} />
      </Suspense>
    </>
  )
}

function Details({ payment }: { payment: PaymentStatus }) {
  const parts = use(more)
  if (!parts) return null
  return (
    <>
      {(payment.canRetry || payment.outcome === "processing") && (
        <Suspense>
          <parts.Ways />
        </Suspense>
      )}
      {payment.retry && <parts.Retry payment={payment} retry={payment.retry} />}
      {(isOpen(payment) || payment.fulfils) && <parts.PaymentSteps payment={payment} />}
      <parts.PaymentFacts payment={payment} />
    </>
  )
}

function Beside({ payment }: { payment: PaymentStatus }) {
  const parts = use(more)
  return parts && <parts.Beside payment={payment} />
}

function Lead({ payment }: { payment: PaymentStatus }) {
  const { t } = useTranslation("payment")
  const { outcome, fulfils, inReview, reason, steps } = payment
  switch (outcome) {
    case "success":
      if (fulfils) return t("success.lead")
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
    default:
      return t("processing.lead")
  }
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
