import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextArea, TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { Spinner } from "@/components/spinner"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { formatRupees } from "@/lib/money"
import { toast } from "@/lib/toast"
import { LoadProblem } from "./load-problem"
import { type TransactionDetail, transactionQuery, transactionsKey } from "./queries"
import { problemOf, readAmount } from "./refund-amount"
import { type Pieces, paiseOf, RefundPieces } from "./refund-pieces"
import { askForRefund, type RefundReason, refundReasons } from "./refund-queries"

const MAX_NOTES = 500

type RefundDialogProps = {
  /** The transaction to refund; null when the dialog is closed. */
  transactionId: string | null
  onClose: () => void
}

/** Give money of a transaction back: all that is left, or part of it. */
export function RefundDialog({ transactionId, onClose }: RefundDialogProps) {
  const { t } = useTranslation("admin")
  // Kept while the dialog fades out; each opening is a form of its own.
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
    return (
      <LoadProblem
        title={t("refund.failed")}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <p role="status" className="flex items-center gap-3 py-10 text-ink-soft">
      <Spinner /> {t("refund.loading")}
    </p>
  )
}

function Form({ transaction, onClose }: { transaction: TransactionDetail; onClose: () => void }) {
  const { t } = useTranslation("admin")
  const client = useQueryClient()
  const errorText = useErrorText()
  const { transactionId, refundableAmount, lines } = transaction
  /** What the reader was shown as left when the form came up, or after a refusal. */
  const [seen, setSeen] = useState(refundableAmount)
  const [amount, setAmount] = useState(String(refundableAmount))
  const [pieces, setPieces] = useState<Pieces>({})
  const [reason, setReason] = useState<RefundReason | "">("")
  const [notes, setNotes] = useState("")
  // Once a form: a click whose answer was lost is the same refund when it is clicked again.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const problem = amount.trim() === "" ? null : problemOf(amount, seen)
  const left = formatRupees(seen)

  const asking = useMutation({
    mutationFn: (chosen: RefundReason) =>
      askForRefund(
        transactionId,
        {
          amount: readAmount(amount) ?? 0,
          reason: chosen,
          notes: notes.trim(),
          refundable: seen,
          lines: Object.entries(pieces)
            .filter(([, quantity]) => quantity > 0)
            .map(([line, quantity]) => ({ line: Number(line), quantity })),
        },
        key,
      ),
    onSuccess: (message) => {
      toast.success(message)
      onClose()
    },
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: transactionsKey })
      return client.invalidateQueries(transactionQuery(transactionId))
    },
  })

  const changed = refundableAmount !== seen && !asking.isPending
  function lookAgain() {
    setSeen(refundableAmount)
    setAmount(String(refundableAmount))
    setPieces({})
    setKey(crypto.randomUUID())
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
        maxLength={MAX_NOTES}
        rows={3}
      />
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
