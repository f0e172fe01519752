import { useState } from "react"
import { Button } from "@/components/button"
import { orderDetailKey, ordersKey } from "@/features/admin/orders/queries"
import { ApprovalPeople } from "@/features/admin/refunds/approval-people"
import { ActionForm } from "@/features/admin/shared/action-form"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { CodeField, NoteField } from "@/features/admin/shared/form-fields"
import { bankReference, MAX_REFERENCE, note } from "@/features/admin/shared/form-rules"
import { send } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { z } from "@/lib/zod"
import { type ClaimRow, claimsKey } from "./queries"

/** Every list with the claim. */
const renews = [claimsKey, orderDetailKey, ordersKey]

/** Approve or decline, with a note to the customer. */
export function DecideForm({ claim }: { claim: ClaimRow }) {
  const { t } = useTranslation(["adminOrders", "admin"])
  const [confirming, setConfirming] = useState(false)
  const decide = (decision: "approve" | "decline", typed: string) =>
    send("post", "/api/admin/claims/{claim_id}/decide", {
      path: { claim_id: claim.claimId },
      body: { decision, note: typed },
      once: `claim:${claim.claimId}:${decision}`,
    })
  const done = ({ claim: { status } }: { claim: ClaimRow }) => {
    if (status === "approval") return t("claims.proposed")
    return t(status === "declined" ? "claims.declined" : "claims.approved")
  }
  const declining = useFormAction({
    schema: z.object({ note: note.min(1, t("returns.noteMissing")) }),
    start: { note: "" },
    act: ({ note }) => decide("decline", note),
    done,
    renews,
  })
  const first = claim.status === "opened"
  const amount = formatRupees(claim.wouldBeDue)
  return (
    <>
      <ActionForm
        inline
        form={declining}
        failed={t("claims.failed")}
        buttons={
          <>
            {claim.next.includes("approve") && (
              <Button size="sm" disabled={declining.isPending} onClick={() => setConfirming(true)}>
                {t("claims.approve", { amount })}
              </Button>
            )}
            {claim.next.includes("decline") && (
              <Button type="submit" size="sm" variant="secondary" busy={declining.isPending}>
                {t("claims.decline")}
              </Button>
            )}
          </>
        }
      >
        <NoteField path="note" label={t("returns.note")} hint={t("move.notesHint")} />
        {first && claim.needsSecondPerson && (
          <p className="text-ink-soft text-sm">{t("claims.needsSecond")}</p>
        )}
      </ActionForm>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t("admin:confirm.pay", { amount, name: claim.customer })}
        description={claim.orderId}
        verb={t("claims.approve", { amount })}
        act={() => decide("approve", declining.values.note.trim())}
        done={done}
        renews={renews}
        failed={t("claims.failed")}
      >
        {!first && <ApprovalPeople requestedById={claim.proposedById} />}
      </ConfirmDialog>
    </>
  )
}

/** Record the bank transfer. */
export function PayForm({ claim: { claimId, transfer, payTo } }: { claim: ClaimRow }) {
  const { t } = useTranslation("adminOrders")
  const pay = useFormAction({
    schema: z.object({ bankReference: bankReference(t("claims.referenceWrong")) }),
    start: { bankReference: "" },
    act: (body) =>
      send("post", "/api/admin/claims/{claim_id}/paid", {
        path: { claim_id: claimId },
        body,
        once: `claim:${claimId}:paid`,
      }),
    done: t("claims.paidNow"),
    renews,
  })
  return (
    <ActionForm inline form={pay} failed={t("claims.failed")} submit={t("claims.pay")}>
      <p>{t("claims.sendFirst", { amount: formatRupees(transfer ?? 0), payTo })}</p>
      <CodeField
        path="bankReference"
        label={t("claims.bankReference")}
        hint={t("claims.referenceHint")}
        className="max-w-sm"
        maxLength={MAX_REFERENCE}
      />
    </ActionForm>
  )
}
