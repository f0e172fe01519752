import { useState } from "react"
import { Badge, type Tone } from "@/components/badge"
import { Button } from "@/components/button"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { FactRows } from "@/features/admin/shared/fact-list"
import { Part } from "@/features/admin/shared/panel"
import { StaffTime } from "@/features/admin/shared/staff-time"
import {
  type TransactionDetail,
  transactionQuery,
  transactionsKey,
} from "@/features/admin/transactions/queries"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { formatDate } from "@/lib/time"
import { useMay } from "@/stores/session"
import { decideRefund, type RefundStatus, type StaffRefund } from "./queries"
import { RefundApproval } from "./refund-approval"

const tones: Record<RefundStatus, Tone> = {
  approval: "orange",
  requested: "warning",
  under_way: "info",
  done: "success",
  failed: "danger",
}

type RefundListProps = { transaction: TransactionDetail }
type RefundProps = RefundListProps & { refund: StaffRefund }

/** The refunds of a transaction with their actions, oldest first. */
export function RefundList({ transaction }: RefundListProps) {
  const { t } = useTranslation("admin")
  if (transaction.refunds.length === 0) return null
  return (
    <Part title={t("refunds.title")}>
      <ul className="divide-y divide-line rounded-md border border-line">
        {transaction.refunds.map((refund) => (
          <Refund key={refund.refundId} refund={refund} transaction={transaction} />
        ))}
      </ul>
    </Part>
  )
}

function Refund({ refund, transaction }: RefundProps) {
  const { t, i18n } = useTranslation("admin")
  const who =
    refund.origin === "console"
      ? t("refunds.byConsole")
      : refund.requestedBy
        ? t("refunds.by", { name: refund.requestedBy })
        : t("refunds.byRule")
  const when = refund.doneAt
    ? t("refunds.doneAt", { date: formatStaffDateTime(refund.doneAt, i18n.language) })
    : refund.status === "failed" || refund.status === "approval"
      ? null
      : t("refunds.due", { date: formatDate(refund.dueOn, i18n.language) })
  return (
    <li className="space-y-1 px-4 py-3" data-refund={refund.refundId}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium tabular-nums" translate="no">
          {formatRupees(refund.amount)}
        </span>
        <Badge tone={tones[refund.status]} dot>
          {t(`refunds.statuses.${refund.status}`)}
        </Badge>
        <span className="text-ink-soft">{t(`refundReasons.${refund.reason}`)}</span>
        <StaffTime
          at={refund.requestedAt}
          className="ml-auto text-ink-soft text-xs tabular-nums max-sm:ml-0 max-sm:basis-full"
        />
      </div>
      <p className="text-ink-soft">
        {[who, refund.decidedBy && t("refunds.decidedBy", { name: refund.decidedBy }), when]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {refund.cancelsOrder && refund.status !== "done" && refund.status !== "failed" && (
        <p className="text-ink-soft">{t("refunds.cancelsOrder")}</p>
      )}
      {refund.notes && <p className="wrap-anywhere">{refund.notes}</p>}
      {refund.decisionNotes && (
        <p className="wrap-anywhere">{t("refunds.declinedBecause", { reason: refund.decisionNotes })}</p>
      )}
      <FactRows
        rows={[
          [t("refunds.bankReference"), refund.bankReference],
          [t("refunds.providerId"), refund.phonepeRefundId],
          [t("refunds.code"), refund.errorCode],
        ]}
      />
      <Actions refund={refund} transaction={transaction} />
    </li>
  )
}

function Actions({ refund, transaction }: RefundProps) {
  const { t } = useTranslation("admin")
  const [retrying, setRetrying] = useState(false)
  const { transactionId, customerName, orderId } = transaction
  const renews = [transactionsKey, transactionQuery(transactionId).queryKey]
  const facts = { amount: formatRupees(refund.amount), name: customerName || t("cases.noCustomer") }
  if (!useMay("refunds")) return null
  if (refund.status === "approval") {
    return <RefundApproval refund={refund} customer={customerName} orderId={orderId} renews={renews} />
  }
  if (!refund.canRetry) return null
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setRetrying(true)}>
        {t("refunds.retry")}
      </Button>
      <ConfirmDialog
        open={retrying}
        onClose={() => setRetrying(false)}
        title={t("confirm.refund", facts)}
        description={orderId}
        verb={t("confirm.refundVerb", facts)}
        act={() => decideRefund(refund.refundId, "retry")}
        renews={renews}
        failed={t("refunds.actionFailed")}
      />
    </>
  )
}
