import { Badge, type Tone } from "@/components/badge"
import { PhotoStrip } from "@/components/photo-strip"
import { FactList } from "@/features/admin/shared/fact-list"
import { useCodeText } from "@/features/admin/shared/labels"
import { orderAddress } from "@/features/admin/shared/record-address"
import { TextLink } from "@/features/admin/shared/text-link"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { DecideForm, PayForm } from "./claim-forms"
import type { ClaimRow } from "./queries"

const tones: Record<string, Tone> = {
  opened: "warning",
  approval: "orange",
  approved: "info",
  paid: "success",
}

type ClaimCardProps = {
  claim: ClaimRow
  /** With its order, where the context does not show it. */
  withOrder?: boolean
}

/** One authenticity claim: the laboratory's report, the amount, and the actions. */
export function ClaimCard({ claim, withOrder }: ClaimCardProps) {
  const { t, i18n } = useTranslation("adminOrders")
  const text = useCodeText("adminOrders")
  const { status, orderId, customer, due, next } = claim
  const money = (amount: number | null) => (amount === null ? null : formatRupees(amount))
  return (
    <article data-claim={claim.claimId} aria-label={t("claims.one", { id: claim.claimId })}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tones[status]} dot>
          {text(`claims.statuses.${status}`, status)}
        </Badge>
        <span className="font-medium">{t("claims.kind", { factor: claim.factor })}</span>
        <span className="text-ink-soft text-xs tabular-nums">
          <span className="select-all" translate="no">
            {claim.claimId}
          </span>{" "}
          · {formatStaffDateTime(claim.openedAt, i18n.language)}
        </span>
      </p>
      {withOrder && (
        <p className="mt-2">
          <TextLink to={orderAddress(orderId)} translate="no">
            {orderId}
          </TextLink>
          {customer && <span className="text-ink-soft"> · {customer}</span>}
        </p>
      )}
      <p className="mt-2">
        {claim.quantity} × {claim.title}
      </p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{claim.text}</p>
      <div className="mt-3 empty:hidden">
        <PhotoStrip
          photos={claim.photos}
          size="sm"
          title={t("claims.photos")}
          nameOf={(number) => t("returns.photo", { number })}
        />
      </div>
      <FactList
        className="mt-4 flex flex-wrap gap-y-2"
        facts={[
          [t("claims.paid"), money(claim.paid)],
          due === null ? [t("claims.wouldBeDue"), money(claim.wouldBeDue)] : [t("claims.due"), money(due)],
          [t("claims.refund"), money(claim.refund)],
          [t("claims.transfer"), money(claim.transfer)],
          [t("claims.payTo"), claim.payTo],
          [t("claims.bankReference"), claim.bankReference],
          [t("claims.proposedBy"), claim.proposedBy],
          [t("claims.decidedBy"), claim.decidedBy],
        ]}
      />
      {claim.note && <p className="mt-3 wrap-anywhere border-gold border-l-2 pl-3">{claim.note}</p>}
      {status === "approval" && !next.includes("approve") && (
        <p className="mt-3 text-ink-soft">{t("claims.waits")}</p>
      )}
      {next.includes("pay") ? <PayForm claim={claim} /> : next.length > 0 && <DecideForm claim={claim} />}
    </article>
  )
}
