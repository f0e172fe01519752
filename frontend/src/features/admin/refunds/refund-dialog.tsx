import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { Dialog } from "@/components/dialog"
import { TextArea, TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { ActionForm } from "@/features/admin/shared/action-form"
import { Fetched } from "@/features/admin/shared/load-problem"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import {
  type TransactionDetail,
  transactionQuery,
  transactionsKey,
} from "@/features/admin/transactions/queries"
import { useTranslation } from "@/i18n"
import { closeIntent } from "@/lib/intent"
import { MAX_NOTE } from "@/lib/limits"
import { formatRupees } from "@/lib/money"
import { formatDate, todayInIndia } from "@/lib/time"
import {
  askForRefund,
  intentOfRefund,
  type RefundReason,
  refundReasons,
  type StaffRefund,
  unansweredRefund,
} from "./queries"
import { problemOf, readAmount } from "./refund-amount"
import { type Pieces, paiseOf, RefundPieces } from "./refund-pieces"

type RefundDialogProps = {
  /** The transaction to refund; null when the dialog is closed. */
  transactionId: string | null
  onClose: () => void
}

/** Refund a transaction, in full or in part. */
export function RefundDialog({ transactionId, onClose }: RefundDialogProps) {
  const { t } = useTranslation("admin")
  return (
    <Dialog
      open={transactionId !== null}
      onOpenChange={(stays) => !stays && onClose()}
      title={t("refund.title")}
      description={<span className="select-all break-all tabular-nums">{transactionId}</span>}
    >
      {transactionId && <Loaded transactionId={transactionId} onClose={onClose} />}
    </Dialog>
  )
}

function Loaded({ transactionId, onClose }: { transactionId: string; onClose: () => void }) {
  const { t } = useTranslation("admin")
  const query = useQuery(transactionQuery(transactionId))
  return (
    <Fetched query={query} loading={t("refund.loading")} failed={t("refund.failed")}>
      {(transaction) => <Form transaction={transaction} onClose={onClose} />}
    </Fetched>
  )
}

function Form({ transaction, onClose }: { transaction: TransactionDetail; onClose: () => void }) {
  const { t, i18n } = useTranslation("admin")
  const { transactionId, refundableAmount, lines, refunds } = transaction
  // A request without an answer, perhaps of a form closed since: it is sent again unchanged.
  const [before] = useState(() => unansweredRefund(transactionId))
  const [key, setKey] = useState(before?.key ?? "")
  /** The refundable amount shown when the form was opened, or after an error. */
  const [seen, setSeen] = useState(before?.request.refundable ?? refundableAmount)
  const mayCancelOrder = (typed: string) => transaction.canCancelOrder && readAmount(typed) === seen
  const form = useFormAction({
    start: {
      amount: String(before?.request.amount ?? refundableAmount),
      pieces: Object.fromEntries(
        (before?.request.lines ?? []).map(({ line, quantity }) => [line, quantity]),
      ) as Pieces,
      reason: before?.request.reason ?? ("" as RefundReason | ""),
      notes: before?.request.notes ?? "",
      cancelOrder: before?.request.cancelOrder ?? false,
    },
    act: (values) =>
      askForRefund(
        transactionId,
        {
          amount: readAmount(values.amount) ?? 0,
          reason: values.reason as RefundReason,
          notes: values.notes.trim(),
          refundable: seen,
          cancelOrder: mayCancelOrder(values.amount) && values.cancelOrder,
          lines: Object.entries(values.pieces)
            .filter(([, quantity]) => quantity > 0)
            .map(([line, quantity]) => ({ line: Number(line), quantity })),
        },
        setKey,
      ),
    done: (message) => message,
    onDone: onClose,
    renews: [transactionsKey, transactionQuery(transactionId).queryKey],
  })
  const { amount, pieces, reason, cancelOrder } = form.values
  const problem = amount.trim() === "" ? null : problemOf(amount, seen)
  const left = formatRupees(seen)

  const own = form.isIdle || form.isError ? refunds.find(({ requestKey }) => key && requestKey === key) : null
  if (own) return <Outcome refund={own} transactionId={transactionId} onClose={onClose} />

  const unanswered = form.isPending ? null : unansweredRefund(transactionId)
  const changed = refundableAmount !== seen && !form.isPending
  function lookAgain() {
    setSeen(refundableAmount)
    form.put({ amount: String(refundableAmount), pieces: {} })
  }

  function choosePieces(chosen: Pieces) {
    const paise = paiseOf(lines, chosen)
    form.put({ pieces: chosen, amount: String(paise > 0 ? Math.min(paise / 100, seen) : seen) })
  }

  if (refundableAmount === 0 && !form.isPending) {
    return <Notice tone="warning">{t("refund.nothingLeft")}</Notice>
  }

  return (
    <ActionForm
      form={form}
      failed={t("refund.askFailed")}
      submit={t("refund.submit")}
      disabled={!amount.trim() || problem !== null || !reason || changed}
      onCancel={onClose}
    >
      {unanswered && (
        <Notice tone="warning" announce>
          {t("refund.unanswered", { amount: formatRupees(unanswered.request.amount) })}
        </Notice>
      )}
      {changed && (
        <Notice tone="warning" announce>
          <div className="flex flex-wrap items-center justify-between gap-3">
            {t("refund.changed", { amount: formatRupees(refundableAmount) })}
            <Button type="button" variant="secondary" size="sm" onClick={lookAgain}>
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
      <TextField
        label={t("refund.amount")}
        inputMode="decimal"
        autoComplete="off"
        {...form.field("amount")}
        hint={t("refund.amountHint", { amount: left })}
        error={
          problem === "invalid"
            ? t("refund.amountInvalid")
            : problem === "tooMuch"
              ? t("refund.amountTooMuch", { amount: left })
              : undefined
        }
      />
      <NativeSelect
        label={t("refund.reason")}
        {...form.field("reason")}
        options={[
          { value: "", label: t("refund.choose"), disabled: true },
          ...refundReasons.map((value) => ({ value, label: t(`refundReasons.${value}`) })),
        ]}
      />
      <TextArea
        label={t("refund.notes")}
        hint={t("refund.notesHint")}
        {...form.field("notes")}
        maxLength={MAX_NOTE}
        rows={3}
      />
      {mayCancelOrder(amount) && (
        <Checkbox checked={cancelOrder} onChange={(cancels) => form.put({ cancelOrder: cancels })}>
          {t("refund.cancelOrder")}
          <span className="block text-ink-soft text-xs">{t("refund.cancelOrderHint")}</span>
        </Checkbox>
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
        <Button type="button" onClick={onClose}>
          {t("refund.close")}
        </Button>
      </div>
    </div>
  )
}
