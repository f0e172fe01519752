import { lazy } from "react"
import { useLocation, useParams, useSearchParams } from "react-router-dom"
import { PageTitle } from "@/components/page-title"
import { useTranslation, withTexts } from "@/i18n"
import { lastPayment } from "@/lib/last-payment"
import { PaymentScreen } from "./payment-screen"
import { whichPayment } from "./which-payment"

// Its form parts would weigh on everybody who comes back from paying.
const Lookup = lazy(() =>
  withTexts(import("./lookup"), "payment-more").then((module) => ({ default: module.Lookup })),
)

export function Component() {
  const { t } = useTranslation("payment")
  const { transactionId: part } = useParams()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const transactionId = whichPayment({ part, search, last: lastPayment() })
  return (
    <div className="page max-w-3xl py-10 sm:py-16">
      <PageTitle title={t("pageTitle")} />
      {transactionId ? (
        <PaymentScreen key={transactionId} transactionId={transactionId} />
      ) : (
        <Lookup invalid={pathname !== "/payment/status" || search.size > 0} />
      )}
    </div>
  )
}
