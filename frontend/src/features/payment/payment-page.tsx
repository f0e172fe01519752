import { useLocation, useParams, useSearchParams } from "react-router-dom"
import { late } from "@/components/late"
import { PageTitle } from "@/components/page-title"
import { useTranslation, withTexts } from "@/i18n"
import { lastPayment } from "@/lib/last-payment"
import { PaymentScreen } from "./payment-screen"
import { whichPayment } from "./which-payment"

// Its form parts would weigh on everybody who comes back from paying.
const Lookup = late(() => withTexts(import("./lookup"), "payment-more").then((module) => module.Lookup))
const OfOrder = late(() => withTexts(import("./of-order"), "payment-more").then((module) => module.OfOrder))

export function Component() {
  const { t } = useTranslation("payment")
  const { transactionId: part } = useParams()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const meant = whichPayment({ part, search, last: lastPayment() })
  return (
    <div className="page max-w-3xl py-10 sm:py-16">
      <PageTitle title={t("pageTitle")} />
      {!meant ? (
        <Lookup invalid={pathname !== "/payment/status" || search.size > 0} />
      ) : "orderId" in meant ? (
        <OfOrder key={meant.orderId} orderId={meant.orderId} />
      ) : (
        <PaymentScreen key={meant.transactionId} transactionId={meant.transactionId} />
      )}
    </div>
  )
}
