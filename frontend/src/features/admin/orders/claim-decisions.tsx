import { useQuery } from "@tanstack/react-query"
import { ErrorState } from "@/components/error-state"
import { Skeleton } from "@/components/skeleton"
import { ClaimCard } from "@/features/admin/claims/claim-card"
import { claimsOfOrderQuery } from "@/features/admin/claims/queries"
import { useTranslation } from "@/i18n"
import { retryOf } from "@/lib/retry-of"

type ClaimDecisionsProps = { orderId: string; version: number; count: number }

/** Authenticity claims of the order, and the decisions about them. */
export function ClaimDecisions({ orderId, version, count }: ClaimDecisionsProps) {
  const { t } = useTranslation(["adminOrders", "shop"])
  const claims = useQuery({ ...claimsOfOrderQuery(orderId, version), enabled: count > 0 })
  if (count === 0) return null
  return (
    <section>
      <h3 className="mb-2 font-medium font-text text-ink-soft text-sm">{t("claims.title")}</h3>
      {claims.data ? (
        <ul className="space-y-4">
          {claims.data.map((claim) => (
            <li key={claim.claimId} className="rounded-md border border-line p-4">
              <ClaimCard key={claim.status} claim={claim} />
            </li>
          ))}
        </ul>
      ) : claims.error ? (
        <ErrorState compact fallback={t("claims.loadFailed")} {...retryOf(claims)} />
      ) : (
        <div role="status" aria-label={t("shop:common.loading")}>
          <Skeleton className="h-40 rounded-md" />
        </div>
      )}
    </section>
  )
}
