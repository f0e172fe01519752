import type { QueryClient } from "@tanstack/react-query"
import { type LoaderFunctionArgs, redirect, useLocation, useParams, useSearchParams } from "react-router-dom"
import { lazySection } from "@/components/lazy-with-retry"
import { useTranslation, withTexts } from "@/i18n"
import { useLastPayment } from "@/lib/last-payment"
import { loadQueries } from "@/lib/load-queries"
import { type PaymentStatus, paymentQuery } from "@/lib/payment-status"
import { useHydrated } from "@/lib/use-hydrated"
import { Panel } from "./panel"
import { paymentFromPath } from "./payment-from-path"
import { PaymentHead } from "./payment-head"
import { PaymentScreen } from "./payment-screen"

const loadPayment = loadQueries(({ params, search }) => {
  const meant = paymentFromPath({ part: params.transactionId, search, last: null })
  return meant && "transactionId" in meant ? [paymentQuery(meant.transactionId)] : []
})

export async function loader(asked: LoaderFunctionArgs<QueryClient>) {
  // An unknown payment is no 404: the page shows that state, as the payment may still appear.
  await loadPayment(asked)
  const [payment] = asked.context.getQueriesData<PaymentStatus>({ queryKey: ["payment"] })
  const continuedBy = payment?.[1]?.outcome === "failed" && payment[1].continuedBy
  // A newer payment of the order replaces this one.
  if (continuedBy) throw redirect(`/order-confirmation/${continuedBy}`, 302)
  return null
}

// Lazily loaded: shoppers who return from the provider do not need the form.
const Lookup = lazySection(() => withTexts(import("./lookup"), "payment-more"), "Lookup")
const NewestPaymentRedirect = lazySection(
  () => withTexts(import("./newest-payment-redirect"), "payment-more"),
  "NewestPaymentRedirect",
)

export function Component() {
  const { t } = useTranslation("payment")
  const { transactionId: part } = useParams()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const hydrated = useHydrated()
  const meant = paymentFromPath({ part, search, last: useLastPayment() })
  const isBare = pathname === "/payment/status" && search.size === 0
  // A URL without a payment may mean the last payment of this tab.
  const mayBeLast = !hydrated && !isBare && !(meant && "transactionId" in meant)
  return (
    <div className="page max-w-3xl py-10 sm:py-16">
      {mayBeLast ? (
        <>
          <PaymentHead />
          <Panel tone="processing" title={t("loading")} lead={null} />
        </>
      ) : !meant ? (
        <Lookup invalid={!isBare} />
      ) : "orderId" in meant ? (
        <>
          <PaymentHead />
          <NewestPaymentRedirect key={meant.orderId} orderId={meant.orderId} />
        </>
      ) : (
        <PaymentScreen key={meant.transactionId} transactionId={meant.transactionId} />
      )}
    </div>
  )
}
