import { useTranslation } from "react-i18next"
import { useLocation, useParams, useSearchParams } from "react-router-dom"
import { PageTitle } from "@/components/page-title"
import { lastPayment } from "@/lib/last-payment"
import { Lookup } from "./lookup"
import { PaymentScreen } from "./payment-screen"
import { whichPayment } from "./which-payment"

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
