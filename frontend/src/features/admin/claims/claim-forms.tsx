import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { ErrorNotice } from "@/components/error-notice"
import { TextArea, TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { orderDetailKey, ordersKey } from "@/features/admin/orders/order-queries"
import { ApprovalPeople } from "@/features/admin/refunds/approval-people"
import { isBankReference, MAX_REFERENCE } from "@/features/admin/shared/bank-reference"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { useTranslation } from "@/i18n"
import { MAX_NOTE } from "@/lib/limits"
import { formatRupees } from "@/lib/money"
import { toast } from "@/lib/toast"
import { type ClaimRow, claimsKey, type Decision, decideClaim, payClaim } from "./claim-queries"

/** Mutation of a claim; every list with the claim is refetched. */
function useClaimStep<T>(step: (fields: T) => Promise<ClaimRow>, doneText: (claim: ClaimRow) => string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: step,
    onSuccess: (claim) => toast.success(doneText(claim)),
    onSettled: () =>
      Promise.all(
        [claimsKey, orderDetailKey, ordersKey].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  })
}

/** Approve or decline, with a note to the customer. */
export function DecideForm({ claim }: { claim: ClaimRow }) {
  const { t } = useTranslation(["adminOrders", "admin"])
  const [note, setNote] = useState("")
  const [noteMissing, setNoteMissing] = useState(false)
  const decide = useClaimStep(
    (decision: Decision["decision"]) => decideClaim(claim.claimId, { decision, note: note.trim() }),
    ({ status }) =>
      t(
        status === "approval"
          ? "claims.proposed"
          : status === "declined"
            ? "claims.declined"
            : "claims.approved",
      ),
  )
  const [confirming, setConfirming] = useState(false)
  const first = claim.status === "opened"
  const amount = formatRupees(claim.wouldBeDue)

  function decline(form: HTMLFormElement | null) {
    setNoteMissing(!note.trim())
    if (note.trim()) decide.mutate("decline")
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
        <ErrorNotice error={decide.error} fallback={t("claims.failed")} />
        <div className="flex flex-wrap gap-3">
          {claim.next.includes("approve") && (
            <Button
              size="sm"
              disabled={decide.isPending}
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
              busy={decide.isPending && decide.variables === "decline"}
              disabled={decide.isPending}
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
        busy={decide.isPending}
        onConfirm={() => decide.mutate("approve", { onSettled: () => setConfirming(false) })}
      >
        {!first && <ApprovalPeople requestedById={claim.proposedById} />}
      </ConfirmDialog>
    </>
  )
}

/** Record the bank transfer. */
export function PayForm({ claim: { claimId, transfer, payTo } }: { claim: ClaimRow }) {
  const { t } = useTranslation("adminOrders")
  const [reference, setReference] = useState("")
  const [tried, setTried] = useState(false)
  const pay = useClaimStep(
    (bankReference: string) => payClaim(claimId, bankReference),
    () => t("claims.paidNow"),
  )
  const wrong = !isBankReference(reference.trim())

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (wrong) focusFirstError(event.currentTarget)
    else if (!pay.isPending) pay.mutate(reference.trim())
  }
  return (
    <form noValidate className="mt-4 space-y-3" onSubmit={submit}>
      <p>{t("claims.sendFirst", { amount: formatRupees(transfer ?? 0), payTo })}</p>
      <TextField
        label={t("claims.bankReference")}
        hint={t("claims.referenceHint")}
        error={tried && wrong ? t("claims.referenceWrong") : undefined}
        className="max-w-sm"
        maxLength={MAX_REFERENCE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
      />
      <ErrorNotice error={pay.error} fallback={t("claims.failed")} />
      <Button type="submit" size="sm" busy={pay.isPending}>
        {t("claims.pay")}
      </Button>
    </form>
  )
}
