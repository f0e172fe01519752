import type { Tone } from "@/components/badge"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { formatRupees } from "@/lib/money"
import { headersOf, type Secret } from "@/lib/order-access"
import { Part } from "./part"
import type { Order } from "./queries"
import { RequestCard } from "./request-card"

type Claim = Order["claims"][number]

const tones: Record<string, Tone> = {
  opened: "warning",
  approval: "warning",
  approved: "info",
  paid: "success",
}

/** The customer's claims under the money-back promise, with their status. */
export function Claims({ order, secret }: { order: Order; secret: Secret | null }) {
  const { t } = useTranslation("orders")
  return (
    <Part title={t("claim.listTitle")}>
      <ul className="space-y-6 pt-1">
        {order.claims.map((claim) => (
          <li key={claim.claimId}>
            <ClaimCard order={order} claim={claim} secret={secret} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function ClaimCard({ order, claim, secret }: { order: Order; claim: Claim; secret: Secret | null }) {
  const { t } = useTranslation("orders")
  const { claimId, line, quantity, status, text } = claim
  return (
    <RequestCard
      kind="claim"
      request={claim}
      id={claimId}
      title={t("claim.kind", { factor: claim.factor })}
      tone={tones[status]}
      askedAt={claim.openedAt}
      goods={[{ line, quantity }]}
      order={order}
      secret={secret}
      description={<p className="mt-2 whitespace-pre-line wrap-anywhere text-ink-soft text-sm">{text}</p>}
      amounts={claim.due !== null && <Amounts claim={claim} due={claim.due} />}
      withdraw={() =>
        unwrap(
          api.POST("/api/orders/{order_id}/claims/{claim_id}/withdraw", {
            params: { path: { order_id: order.orderId, claim_id: claimId } },
            headers: headersOf(secret),
          }),
        )
      }
    />
  )
}

/** The amounts that the customer gets back, by payment method. */
function Amounts({ claim, due }: { claim: Claim; due: number }) {
  const { t } = useTranslation("orders")
  const { refund, transfer, payTo, bankReference } = claim
  const amounts: [string, number | null][] = [
    [t("claim.refund"), refund],
    // The UPI ID is erased once the transfer is done.
    [payTo ? t("claim.transfer", { payTo }) : t("claim.transferred"), transfer],
  ]
  return (
    <dl className="mt-4 space-y-1 border-line border-t pt-3 text-sm tabular-nums">
      {amounts.map(
        ([label, amount]) =>
          amount !== null &&
          amount > 0 && (
            <div key={label} className="flex justify-between gap-4">
              <dt className="min-w-0 wrap-anywhere text-ink-soft">{label}</dt>
              <dd translate="no">{formatRupees(amount)}</dd>
            </div>
          ),
      )}
      <div className="flex justify-between gap-4 font-medium">
        <dt>{t("claim.due")}</dt>
        <dd translate="no">{formatRupees(due)}</dd>
      </div>
      {bankReference && (
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-soft">{t("refund.reference")}</dt>
          <dd className="select-all break-all" translate="no">
            {bankReference}
          </dd>
        </div>
      )}
    </dl>
  )
}
