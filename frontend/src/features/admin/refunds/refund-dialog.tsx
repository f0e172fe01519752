import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useEffect, useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextArea, TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { Spinner } from "@/components/spinner"
import { LoadProblem } from "@/features/admin/shared/load-problem"
import {
  type TransactionDetail,
  transactionQuery,
  transactionsKey,
} from "@/features/admin/transactions/queries"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { closeIntent } from "@/lib/intent"
import { MAX_NOTE } from "@/lib/limits"
import { formatRupees } from "@/lib/money"
import { retryOf } from "@/lib/retry-of"
import { formatDate, todayInIndia } from "@/lib/time"
import { toast } from "@/lib/toast"
import { CancelOrderChoice } from "./cancel-order-choice"
import { problemOf, readAmount } from "./refund-amount"
import { type Pieces, paiseOf, RefundPieces } from "./refund-pieces"
import {
  askForRefund,
  intentOfRefund,
  type RefundReason,
  refundReasons,
  type StaffRefund,
  unansweredRefund,
} from "./refund-queries"

type RefundDialogProps = {
  /** The transaction to refund; null when the dialog is closed. */
  transactionId: string | null
  onClose: () => void
}

/** Refund a transaction, in full or in part. */
export function RefundDialog({ transactionId, onClose }: RefundDialogProps) {
  const { t } = useTranslation("admin")
  // Kept during the closing animation; each opening mounts a new form.
  const [last, setLast] = useState<{ id: string; opening: number } | null>(null)
  const [open, setOpen] = useState(false)
  if (transactionId !== null && !open) {
    setOpen(true)
    setLast((before) => ({ id: transactionId, opening: (before?.opening ?? 0) + 1 }))
  } else if (transactionId === null && open) setOpen(false)
  return (
    <Dialog
      open={transactionId !== null}
      onOpenChange={(stays) => !stays && onClose()}
      title={t("refund.title")}
      description={last && <span className="select-all break-all tabular-nums">{last.id}</span>}
    >
      {last && <Loaded key={last.opening} transactionId={last.id} onClose={onClose} />}
    </Dialog>
  )
}

function Loaded({ transactionId, onClose }: { transactionId: string; onClose: () => void }) {
  const { t } = useTranslation("admin")
  const { data, error, isFetching, refetch } = useQuery(transactionQuery(transactionId))
  if (data) return <Form transaction={data} onClose={onClose} />
  if (error) {
    return <LoadProblem title={t("refund.failed")} {...retryOf({ error, isFetching, refetch })} />
  }
  return (
    <p role="status" className="flex items-center gap-3 py-10 text-ink-soft">
      <Spinner /> {t("refund.loading")}
    </p>
  )
}

function Form({ transaction, onClose }: { transaction: TransactionDetail; onClose: () => void }) {
  const { t, i18n } = useTranslation("admin")
  const client = useQueryClient()
  const errorText = useErrorText()
  const { transactionId, refundableAmount, lines, refunds } = transaction
  // A request without an answer, perhaps of a form closed since: it is sent again unchanged.
  const [before] = useState(() => unansweredRefund(transactionId))
  const [key, setKey] = useState(before?.key ?? "")
  /** The refundable amount shown when the form was opened, or after an error. */
  const [seen, setSeen] = useState(before?.request.refundable ?? refundableAmount)
  const [amount, setAmount] = useState(String(before?.request.amount ?? refundableAmount))
  const [pieces, setPieces] = useState<Pieces>(() =>
    Object.fromEntries((before?.request.lines ?? []).map(({ line, quantity }) => [line, quantity])),
  )
  const [reason, setReason] = useState<RefundReason | "">(before?.request.reason ?? "")
  const [notes, setNotes] = useState(before?.request.notes ?? "")
  const [cancelOrder, setCancelOrder] = useState(before?.request.cancelOrder ?? false)
  const problem = amount.trim() === "" ? null : problemOf(amount, seen)
  const left = formatRupees(seen)
  const mayCancelOrder = transaction.canCancelOrder && readAmount(amount) === seen

  const asking = useMutation({
    mutationFn: (chosen: RefundReason) =>
      askForRefund(
        transactionId,
        {
          amount: readAmount(amount) ?? 0,
          reason: chosen,
          notes: notes.trim(),
          refundable: seen,
          cancelOrder: mayCancelOrder && cancelOrder,
          lines: Object.entries(pieces)
            .filter(([, quantity]) => quantity > 0)
            .map(([line, quantity]) => ({ line: Number(line), quantity })),
        },
        setKey,
      ),
    onSuccess: (message) => {
      toast.success(message)
      onClose()
    },
    onError: (error) => toast.error(errorText(error, t("refund.askFailed"))),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: transactionsKey })
      return client.invalidateQueries(transactionQuery(transactionId))
    },
  })

  const own =
    asking.isIdle || asking.isError ? refunds.find(({ requestKey }) => key && requestKey === key) : null
  if (own) return <Outcome refund={own} transactionId={transactionId} onClose={onClose} />

  const unanswered = asking.isPending ? null : unansweredRefund(transactionId)
  const changed = refundableAmount !== seen && !asking.isPending
  function lookAgain() {
    setSeen(refundableAmount)
    setAmount(String(refundableAmount))
    setPieces({})
  }

  function choosePieces(chosen: Pieces) {
    setPieces(chosen)
    const paise = paiseOf(lines, chosen)
    setAmount(String(paise > 0 ? Math.min(paise / 100, seen) : seen))
  }

  if (refundableAmount === 0 && !asking.isPending) {
    return <Notice tone="warning">{t("refund.nothingLeft")}</Notice>
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason && amount.trim() && !problem && !changed) asking.mutate(reason)
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
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
              {t("transactions.refresh")}
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
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
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
        value={reason}
        onChange={(event) => setReason(event.target.value as RefundReason | "")}
        options={[
          { value: "", label: t("refund.choose"), disabled: true },
          ...refundReasons.map((value) => ({ value, label: t(`refundReasons.${value}`) })),
        ]}
      />
      <TextArea
        label={t("refund.notes")}
        hint={t("refund.notesHint")}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
        maxLength={MAX_NOTE}
        rows={3}
      />
      {mayCancelOrder && <CancelOrderChoice chosen={cancelOrder} onChange={setCancelOrder} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" variant="quiet" onClick={onClose}>
          {t("refund.cancel")}
        </Button>
        <Button
          type="submit"
          busy={asking.isPending}
          disabled={!amount.trim() || problem !== null || !reason || changed}
        >
          {t("refund.submit")}
        </Button>
      </div>
    </form>
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
