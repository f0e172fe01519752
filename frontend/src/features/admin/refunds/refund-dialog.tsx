import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { ActionForm } from "@/features/admin/shared/action-form"
import { FormFrame } from "@/features/admin/shared/form-dialog"
import { Check, MoneyField, NoteField, SelectField } from "@/features/admin/shared/form-fields"
import { chosen, note, readRupees, rupees } from "@/features/admin/shared/form-rules"
import { Fetched } from "@/features/admin/shared/load-problem"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import {
  type TransactionDetail,
  transactionQuery,
  transactionsKey,
} from "@/features/admin/transactions/queries"
import { useTranslation } from "@/i18n"
import { closeIntent } from "@/lib/intent"
import { formatRupees } from "@/lib/money"
import { formatDate, todayInIndia } from "@/lib/time"
import { z } from "@/lib/zod"
import { useMay } from "@/stores/session"
import { askForRefund, intentOfRefund, refundReasons, type StaffRefund, unansweredRefund } from "./queries"
import { type Pieces, paiseOf, RefundPieces } from "./refund-pieces"

type RefundDialogProps = {
  /** The transaction to refund; null when the dialog is closed. */
  transactionId: string | null
  onClose: () => void
}

/** Refund a transaction, in full or in part. */
export function RefundDialog({ transactionId, onClose }: RefundDialogProps) {
  const { t } = useTranslation("admin")
  const query = useQuery({ ...transactionQuery(transactionId ?? ""), enabled: transactionId !== null })
  return (
    <FormFrame
      open={transactionId !== null}
      onClose={onClose}
      title={t("refund.title")}
      description={<span className="select-all break-all tabular-nums">{transactionId}</span>}
    >
      <Fetched query={query} loading={t("refund.loading")} failed={t("refund.failed")}>
        {(transaction) => <Form transaction={transaction} onClose={onClose} />}
      </Fetched>
    </FormFrame>
  )
}

function Form({ transaction, onClose }: { transaction: TransactionDetail; onClose: () => void }) {
  const { t, i18n } = useTranslation("admin")
  const { transactionId, refundableAmount, lines, refunds } = transaction
  const mayRefund = useMay("refunds")
  // A request without an answer, perhaps of a form closed since: it is sent again unchanged.
  const unanswered = unansweredRefund(transactionId)
  // Its key is kept after its outcome is known, when the request is no longer stored.
  const [key, setKey] = useState(unanswered?.key)
  if (unanswered && unanswered.key !== key) setKey(unanswered.key)
  const before = unanswered?.request
  const schema = z
    .object({
      amount: rupees(t("refund.amountInvalid")),
      pieces: z.custom<Pieces>(),
      reason: chosen(refundReasons, t("refund.choose")),
      notes: note,
      cancelOrder: z.boolean(),
      /** The amount shown as left: when the form was opened, or after an error. */
      refundable: z.number(),
    })
    .refine(({ amount, refundable }) => amount <= refundable, {
      path: ["amount"],
      error: ({ input }) =>
        t("refund.amountTooMuch", { amount: formatRupees((input as { refundable: number }).refundable) }),
    })
  const form = useFormAction({
    schema,
    start: {
      amount: String(before?.amount ?? refundableAmount),
      pieces: Object.fromEntries((before?.lines ?? []).map(({ line, quantity }) => [line, quantity])),
      reason: before?.reason ?? "",
      notes: before?.notes ?? "",
      cancelOrder: before?.cancelOrder ?? false,
      refundable: before?.refundable ?? refundableAmount,
    },
    act: ({ pieces, ...request }) =>
      askForRefund(transactionId, {
        ...request,
        cancelOrder:
          transaction.canCancelOrder && request.amount === request.refundable && request.cancelOrder,
        lines: Object.entries(pieces)
          .filter(([, quantity]) => quantity > 0)
          .map(([line, quantity]) => ({ line: Number(line), quantity })),
      }),
    onDone: onClose,
    renews: [transactionsKey, transactionQuery(transactionId).queryKey],
  })
  const { amount, pieces, reason, refundable } = form.values
  const own = form.isIdle || form.isError ? refunds.find(({ requestKey }) => key && requestKey === key) : null
  if (own) return <Outcome refund={own} transactionId={transactionId} onClose={onClose} />
  if (refundableAmount === 0 && !form.isPending) {
    return <Notice tone="warning">{t("refund.nothingLeft")}</Notice>
  }
  const changed = refundableAmount !== refundable && !form.isPending
  const choosePieces = (chosen: Pieces) => {
    const paise = paiseOf(lines, chosen)
    form.put({
      pieces: chosen,
      amount: String(paise > 0 ? Math.min(paise / 100, refundable) : refundable),
    })
  }
  return (
    <ActionForm
      form={form}
      sticky
      failed={t("refund.askFailed")}
      submit={t(mayRefund ? "refund.submit" : "refund.request")}
      disabled={!amount.trim() || !reason || changed}
      onCancel={onClose}
    >
      {!mayRefund && <Notice tone="info">{t("refund.waits")}</Notice>}
      {unanswered && !form.isPending && (
        <Notice tone="warning" announce>
          {t("refund.unanswered", { amount: formatRupees(unanswered.request.amount) })}
        </Notice>
      )}
      {changed && (
        <Notice tone="warning" announce>
          <div className="flex flex-wrap items-center justify-between gap-3">
            {t("refund.changed", { amount: formatRupees(refundableAmount) })}
            <Button
              variant="secondary"
              size="sm"
              onClick={() =>
                form.put({ refundable: refundableAmount, amount: String(refundableAmount), pieces: {} })
              }
            >
              {t("pager.refresh")}
            </Button>
          </div>
        </Notice>
      )}
      {transaction.taxBackUntil && transaction.taxBackUntil < todayInIndia() && (
        <Notice tone="warning">
          {t("refund.taxStays", { date: formatDate(transaction.taxBackUntil, i18n.language) })}
        </Notice>
      )}
      {lines.length > 0 && <RefundPieces lines={lines} pieces={pieces} onChange={choosePieces} />}
      <MoneyField
        path="amount"
        label={t("refund.amount")}
        hint={t("refund.amountHint", { amount: formatRupees(refundable) })}
      />
      <SelectField
        path="reason"
        label={t("refund.reason")}
        choose={t("refund.choose")}
        options={refundReasons.map((value) => ({ value, label: t(`refundReasons.${value}`) }))}
      />
      <NoteField path="notes" rows={2} label={t("refund.notes")} hint={t("refund.notesHint")} />
      {transaction.canCancelOrder && readRupees(amount) === refundable && (
        <Check path="cancelOrder">
          {t("refund.cancelOrder")}
          <span className="block text-ink-soft text-xs">{t("refund.cancelOrderHint")}</span>
        </Check>
      )}
    </ActionForm>
  )
}

type OutcomeProps = { refund: StaffRefund; transactionId: string; onClose: () => void }

/** The refund whose response was lost, found by its idempotency key. */
function Outcome({ refund, transactionId, onClose }: OutcomeProps) {
  const { t } = useTranslation("admin")
  useEffect(() => {
    closeIntent(intentOfRefund(transactionId))
  }, [transactionId])
  return (
    <div className="space-y-5">
      <Notice tone={refund.status === "failed" ? "warning" : "success"} announce>
        {t(refund.status === "approval" ? "refund.ownWaits" : "refund.own", {
          amount: formatRupees(refund.amount),
          status: t(`refunds.statuses.${refund.status}`),
        })}
        {refund.bankReference && (
          <span className="block">
            {t("refunds.bankReference")}:{" "}
            <span className="select-all" translate="no">
              {refund.bankReference}
            </span>
          </span>
        )}
      </Notice>
      <div className="flex justify-end">
        <Button onClick={onClose}>{t("refund.close")}</Button>
      </div>
    </div>
  )
}
