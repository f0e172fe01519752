import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { ContinueShopping } from "./actions"
import { Panel } from "./panel"

/** An id that is not in our books; looked for again for a while, then said to be unknown. */
export function Unknown({ givenUp, onRetry }: { givenUp: boolean; onRetry: () => void }) {
  const { t } = useTranslation("payment-more")
  if (!givenUp) {
    return <Panel tone="processing" title={t("unknown.waiting")} lead={t("unknown.waitingLead")} />
  }
  return (
    <Panel tone="warning" title={t("unknown.title")} lead={t("unknown.lead")}>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={onRetry}>{t("unknown.tryAgain")}</Button>
        <ContinueShopping />
      </div>
    </Panel>
  )
}
