import type { ReactNode } from "react"
import { Button, ButtonLink } from "@/components/button"
import { SupportLink } from "@/components/support-link"
import { useTranslation } from "@/i18n"
import { useSession } from "@/stores/session"
import { ContinueShopping } from "./actions"
import { Panel } from "./panel"

type UnknownProps = { transactionId: string; givenUp: boolean; onRetry: () => void; children: ReactNode }

/** An unknown id: polled for a while, then shown as unknown. */
export function Unknown({ transactionId, givenUp, onRetry, children }: UnknownProps) {
  const { t } = useTranslation(["payment-more", "payment"])
  const loggedIn = useSession(({ session }) => session !== null)
  return (
    <Panel
      tone={givenUp ? "warning" : "processing"}
      title={t(givenUp ? "unknown.title" : "unknown.waiting")}
      lead={t(givenUp ? "unknown.lead" : "unknown.waitingLead")}
    >
      <p className="mt-4 text-center text-ink-soft text-sm">
        {t("lookup.label")}{" "}
        <span className="select-all break-all font-medium text-ink" translate="no">
          {transactionId}
        </span>
      </p>
      <div className="mt-8 flex flex-col flex-wrap justify-center gap-3 sm:flex-row">
        <ButtonLink to={loggedIn ? "/orders" : "/track-orders"} variant={givenUp ? "primary" : "secondary"}>
          {t("payment:success.track")}
        </ButtonLink>
        {givenUp && (
          <Button variant="secondary" onClick={onRetry}>
            {t("unknown.tryAgain")}
          </Button>
        )}
        <SupportLink orderId={transactionId}>{t("payment:support.contact")}</SupportLink>
        {givenUp && <ContinueShopping variant="quiet" />}
      </div>
      {givenUp && children}
    </Panel>
  )
}
