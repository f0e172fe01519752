import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/components/button"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { formatRupees } from "@/lib/money"
import { toast } from "@/lib/toast"
import { useUser } from "@/stores/session"
import { ApprovalPeople } from "./approval-people"
import { approversKey, approversQuery, decideRefund, type StaffRefund } from "./refund-queries"

type RefundApprovalProps = {
  refund: Pick<StaffRefund, "refundId" | "amount" | "requestedById">
  customer: string | null
  orderId: string | null
  onDone?: (message: string) => void
  /** Refetch what shows the refund, also after an error. */
  onSettled: () => Promise<unknown>
}

/** Approve or decline a refund that waits for a second person, each after a question that names it. */
export function RefundApproval({ refund, customer, orderId, onDone, onSettled }: RefundApprovalProps) {
  const { t } = useTranslation("admin")
  const { user } = useUser()
  const client = useQueryClient()
  const errorText = useErrorText()
  const [asking, setAsking] = useState<"approve" | "decline" | null>(null)
  const people = useQuery({ ...approversQuery(refund.requestedById), enabled: asking === "approve" })
  const decision = useMutation({
    mutationFn: (reason: string) =>
      decideRefund(refund.refundId, asking === "decline" ? "decline" : "approve", reason),
    onSuccess: (message) => {
      toast.success(message)
      setAsking(null)
      onDone?.(message)
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: approversKey })
      return onSettled()
    },
  })
  const own = user?._id === refund.requestedById
  const facts = {
    amount: formatRupees(refund.amount),
    name: customer || t("cases.noCustomer"),
    order: orderId ?? "",
  }
  function open(verb: "approve" | "decline") {
    decision.reset()
    setAsking(verb)
  }
  const shared = {
    onClose: () => setAsking(null),
    description: orderId,
    busy: decision.isPending,
    error: decision.error && errorText(decision.error, t("refunds.actionFailed")),
    onConfirm: (reason: string) => decision.mutate(reason),
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {own && <p className="text-ink-soft">{t("refunds.waits")}</p>}
      <Button variant="quiet" size="sm" className="max-sm:-ml-3.5" onClick={() => open("decline")}>
        {t("refunds.decline")}
      </Button>
      {!own && (
        <Button variant="secondary" size="sm" onClick={() => open("approve")}>
          {t("refunds.approve")}
        </Button>
      )}
      <ConfirmDialog
        {...shared}
        open={asking === "approve"}
        title={t("confirm.refund", facts)}
        verb={t("confirm.refundVerb", facts)}
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
      />
    </div>
  )
}
