import { type QueryKey, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/components/button"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { messageOf } from "@/lib/use-action"
import { useUser } from "@/stores/session"
import { ApprovalPeople } from "./approval-people"
import { approversKey, approversQuery, decideRefund, type StaffRefund } from "./queries"

type RefundApprovalProps = {
  refund: Pick<StaffRefund, "refundId" | "amount" | "requestedById">
  customer: string | null
  orderId: string | null
  onDone?: (message: string) => void
  /** What shows the refund. */
  renews: readonly QueryKey[]
}

/** Approve or decline a refund that waits for a second person, each after a question that names it. */
export function RefundApproval({ refund, customer, orderId, onDone, renews }: RefundApprovalProps) {
  const { t } = useTranslation("admin")
  const { user } = useUser()
  const [asking, setAsking] = useState<"approve" | "decline" | null>(null)
  const people = useQuery({ ...approversQuery(refund.requestedById), enabled: asking === "approve" })
  const own = user?._id === refund.requestedById
  const facts = {
    amount: formatRupees(refund.amount),
    name: customer || t("cases.noCustomer"),
    order: orderId ?? "",
  }
  const shared = {
    onClose: () => setAsking(null),
    description: orderId,
    onDone: (answer: { message?: string }) => onDone?.(messageOf(answer) ?? ""),
    renews: [approversKey, ...renews],
    failed: t("refunds.actionFailed"),
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {own && <p className="text-ink-soft">{t("refunds.waits")}</p>}
      <Button variant="quiet" size="sm" className="max-sm:-ml-3.5" onClick={() => setAsking("decline")}>
        {t("refunds.decline")}
      </Button>
      {!own && (
        <Button variant="secondary" size="sm" onClick={() => setAsking("approve")}>
          {t("refunds.approve")}
        </Button>
      )}
      <ConfirmDialog
        {...shared}
        open={asking === "approve"}
        title={t("confirm.refund", facts)}
        verb={t("confirm.refundVerb", facts)}
        act={() => decideRefund(refund.refundId, "approve")}
        disabled={Boolean(people.data?.approver.approvesFrom || people.data?.requester?.approvesFrom)}
      >
        <ApprovalPeople requestedById={refund.requestedById} />
      </ConfirmDialog>
      <ConfirmDialog
        {...shared}
        open={asking === "decline"}
        title={t("confirm.decline", facts)}
        verb={t("refunds.decline")}
        reasonLabel={t("confirm.declineReason")}
        act={(reason) => decideRefund(refund.refundId, "decline", reason)}
      />
    </div>
  )
}
