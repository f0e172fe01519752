import { lazy, type ReactNode, Suspense, useState } from "react"
import { Navigate } from "react-router-dom"
import { Button } from "@/components/button"
import { LiveDot } from "@/components/live-dot"
import { PageTitle } from "@/components/page-title"
import { useTranslation } from "@/i18n"
import { useLiveStatus } from "@/stores/live"
import { ContinueShopping, PaymentActions } from "./actions"
import { PaymentFacts, PaymentSteps } from "./facts"
import { Money } from "./money"
import { Panel } from "./panel"
import { Processing } from "./processing"
import { isUnknown, type PaymentStatus } from "./queries"
import { usePayment } from "./use-payment"

// Below the first screen; its place is kept.
const Below = lazy(() => import("./below").then((module) => ({ default: module.Below })))

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
  if (isUnknown(error)) return <Unknown givenUp={payment.givenUp} onRetry={payment.retry} />
  if (error) {
    return (
      <Panel tone="warning" title={t("failedCheck.title")} lead={t("failedCheck.lead")}>
        <Choices>
          <Button busy={payment.isFetching} onClick={payment.retry}>
            {t("failedCheck.retry")}
          </Button>
          <ContinueShopping />
        </Choices>
      </Panel>
    )
  }
  return <Panel tone="processing" title={t("loading")} lead={null} />
}

type KnownProps = { payment: PaymentStatus; onRefresh: () => void; refreshing: boolean }

function Known({ payment, onRefresh, refreshing }: KnownProps) {
  const { t } = useTranslation("payment")
  const status = useLiveStatus()
  const { outcome, fulfils } = payment
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
        {(outcome === "processing" || outcome === "received" || fulfils) && (
          <PaymentSteps payment={payment} />
        )}
        <PaymentFacts payment={payment} />
      </Panel>
      <p className="mt-6 flex min-h-5 justify-center">
        <LiveDot status={status} />
      </p>
      <Suspense fallback={<div className="h-80" />}>
        <Below payment={payment} />
      </Suspense>
    </>
  )
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

/** An id that is not in our books; looked for again for a while, then said to be unknown. */
function Unknown({ givenUp, onRetry }: { givenUp: boolean; onRetry: () => void }) {
  const { t } = useTranslation("payment")
  if (!givenUp) {
    return <Panel tone="processing" title={t("unknown.waiting")} lead={t("unknown.waitingLead")} />
  }
  return (
    <Panel tone="warning" title={t("unknown.title")} lead={t("unknown.lead")}>
      <Choices>
        <Button onClick={onRetry}>{t("unknown.tryAgain")}</Button>
        <ContinueShopping />
      </Choices>
    </Panel>
  )
}

function Choices({ children }: { children: ReactNode }) {
  return <div className="mt-8 flex flex-wrap justify-center gap-3">{children}</div>
}
