import type { ReactNode } from "react"
import { Button } from "@/components/button"
import { SupportLink } from "@/components/support-link"
import { useTranslation } from "@/i18n"
import { ContinueShopping } from "./actions"
import { Panel } from "./panel"

type UnknownProps = { transactionId: string; givenUp: boolean; onRetry: () => void; children: ReactNode }

/** An unknown id: polled for a while, then shown as unknown. */
export function Unknown({ transactionId, givenUp, onRetry, children }: UnknownProps) {
  const { t } = useTranslation(["payment-more", "payment"])
  if (!givenUp) {
    return <Panel tone="processing" title={t("unknown.waiting")} lead={t("unknown.waitingLead")} />
  }
  return (
    <Panel tone="warning" title={t("unknown.title")} lead={t("unknown.lead")}>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={onRetry}>{t("unknown.tryAgain")}</Button>
        <SupportLink orderId={transactionId}>{t("payment:support.contact")}</SupportLink>
        <ContinueShopping />
      </div>
      {children}
    </Panel>
  )
}
