import { useQuery } from "@tanstack/react-query"
import { ClaimCard } from "@/features/admin/claims/claim-card"
import { claimsOfOrderQuery } from "@/features/admin/claims/queries"
import { Fetched } from "@/features/admin/shared/load-problem"
import { Panel } from "@/features/admin/shared/panel"
import { useTranslation } from "@/i18n"

type ClaimDecisionsProps = { orderId: string; version: number; count: number }

/** Authenticity claims of the order, and the decisions about them. */
export function ClaimDecisions({ orderId, version, count }: ClaimDecisionsProps) {
  const { t } = useTranslation("adminOrders")
  const claims = useQuery({ ...claimsOfOrderQuery(orderId, version), enabled: count > 0 })
  if (count === 0) return null
  return (
    <Panel title={t("claims.title")}>
      <Fetched query={claims} loading={t("claims.loading")} failed={t("claims.loadFailed")}>
        {(rows) => (
          <ul className="mt-3 space-y-4">
            {rows.map((claim) => (
              <li key={claim.claimId} className="rounded-md border border-line p-4">
                <ClaimCard key={claim.status} claim={claim} />
              </li>
            ))}
          </ul>
        )}
      </Fetched>
    </Panel>
  )
}
