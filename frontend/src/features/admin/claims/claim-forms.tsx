import { useState } from "react"
import { Button } from "@/components/button"
import { ErrorNotice } from "@/components/error-notice"
import { TextArea, TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { orderDetailKey, ordersKey } from "@/features/admin/orders/queries"
import { ApprovalPeople } from "@/features/admin/refunds/approval-people"
import { ActionForm } from "@/features/admin/shared/action-form"
import { isBankReference, MAX_REFERENCE } from "@/features/admin/shared/bank-reference"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { send } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { MAX_NOTE } from "@/lib/limits"
import { formatRupees } from "@/lib/money"
import { useAction } from "@/lib/use-action"
import { type ClaimRow, claimsKey } from "./queries"

/** Every list with the claim. */
const renews = [claimsKey, orderDetailKey, ordersKey]

/** Approve or decline, with a note to the customer. */
export function DecideForm({ claim }: { claim: ClaimRow }) {
  const { t } = useTranslation(["adminOrders", "admin"])
  const [note, setNote] = useState("")
  const [noteMissing, setNoteMissing] = useState(false)
  const decide = (decision: "approve" | "decline") => ({
    act: () =>
      send("post", "/api/admin/claims/{claim_id}/decide", {
        path: { claim_id: claim.claimId },
        body: { decision, note: note.trim() },
        once: `claim:${claim.claimId}:${decision}`,
      }),
    done: ({ claim: { status } }: { claim: ClaimRow }) =>
      t(
        status === "approval"
          ? "claims.proposed"
          : status === "declined"
            ? "claims.declined"
            : "claims.approved",
      ),
    renews,
  })
  const declining = useAction(decide("decline"))
  const [confirming, setConfirming] = useState(false)
  const first = claim.status === "opened"
  const amount = formatRupees(claim.wouldBeDue)

  function decline(form: HTMLFormElement | null) {
    setNoteMissing(!note.trim())
    if (note.trim()) declining.mutate()
    else if (form) focusFirstError(form)
  }
  return (
    <>
      <form noValidate className="mt-4 space-y-3" onSubmit={(event) => event.preventDefault()}>
        <TextArea
          label={t("returns.note")}
          hint={t("move.notesHint")}
          error={noteMissing ? t("returns.noteMissing") : undefined}
          maxLength={MAX_NOTE}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {first && claim.needsSecondPerson && (
          <p className="text-ink-soft text-sm">{t("claims.needsSecond")}</p>
        )}
        <ErrorNotice error={declining.error} fallback={t("claims.failed")} />
        <div className="flex flex-wrap gap-3">
          {claim.next.includes("approve") && (
            <Button
              size="sm"
              disabled={declining.isPending}
              onClick={() => {
                setNoteMissing(false)
                setConfirming(true)
              }}
            >
              {t("claims.approve", { amount })}
            </Button>
          )}
          {claim.next.includes("decline") && (
            <Button
              size="sm"
              variant="secondary"
              busy={declining.isPending}
              onClick={({ currentTarget }) => decline(currentTarget.form)}
            >
              {t("claims.decline")}
            </Button>
          )}
        </div>
      </form>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t("admin:confirm.pay", { amount, name: claim.customer })}
        description={claim.orderId}
        verb={t("claims.approve", { amount })}
        {...decide("approve")}
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
    start: { reference: "" },
    problems: ({ reference }) => ({
      reference: !isBankReference(reference.trim()) && t("claims.referenceWrong"),
    }),
    act: ({ reference }) =>
      send("post", "/api/admin/claims/{claim_id}/paid", {
        path: { claim_id: claimId },
        body: { bankReference: reference.trim() },
        once: `claim:${claimId}:paid`,
      }),
    done: t("claims.paidNow"),
    renews,
  })
  return (
    <ActionForm inline form={pay} failed={t("claims.failed")} submit={t("claims.pay")}>
      <p>{t("claims.sendFirst", { amount: formatRupees(transfer ?? 0), payTo })}</p>
      <TextField
        label={t("claims.bankReference")}
        hint={t("claims.referenceHint")}
        className="max-w-sm"
        maxLength={MAX_REFERENCE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...pay.field("reference")}
      />
    </ActionForm>
  )
}
