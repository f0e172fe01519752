import { useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { TextArea } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { Link } from "@/components/link"
import { FactList } from "@/features/admin/shared/fact-list"
import { useHighlight } from "@/features/admin/shared/use-highlight"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { MAX_NOTE } from "@/lib/limits"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { toast } from "@/lib/toast"
import { useMay } from "@/stores/session"
import { actOnCase, type CaseRow, casesKey, closeCase } from "./case-queries"

const FEWEST_LETTERS = 3
const rules = ["settled", "refunded", "decided", "balanced", "matched"] as const
const isRule = (word: string): word is (typeof rules)[number] => rules.some((rule) => rule === word)
const steps = ["refund", "refund_again", "approve", "ask_provider"] as const
const isStep = (word: CaseRow["proposal"]): word is (typeof steps)[number] =>
  steps.some((step) => step === word)

/** One case: the mismatch, the proposed step, and the actions. */
export function CaseCard({ row }: { row: CaseRow }) {
  const { t, i18n } = useTranslation("admin")
  const highlighted = useHighlight<HTMLLIElement>(row.version)
  const mayRefund = useMay("refunds")
  const date = (iso: string) => formatStaffDateTime(iso, i18n.language)
  return (
    <li ref={highlighted} data-case={row._id} className="space-y-3 px-4 py-4 text-sm sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-base">{t(`cases.kinds.${row.kind}`)}</h2>
        <p className="text-ink-soft text-xs tabular-nums">
          <span className="select-all">{row._id}</span> · {t("cases.openedAt", { date: date(row.openedAt) })}
        </p>
      </div>
      <Facts row={row} />
      {row.details.length > 0 && (
        <ul className="list-disc space-y-1 pl-5 text-ink-soft">
          {row.details.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line}
            </li>
          ))}
        </ul>
      )}
      {row.closedAt === null ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft">{t(`cases.proposals.${row.proposal}`)}</p>
          {mayRefund && <Actions row={row} />}
        </div>
      ) : (
        <p className="text-ink-soft">
          {row.closedBy
            ? t("cases.closedBy", { name: row.closedBy, date: date(row.closedAt) })
            : t("cases.closedByRule", {
                date: date(row.closedAt),
                rule: isRule(row.closedRule) ? t(`cases.rules.${row.closedRule}`) : row.closedRule,
              })}
          {row.closedNotes && <span className="block wrap-anywhere text-ink">{row.closedNotes}</span>}
        </p>
      )}
    </li>
  )
}

function Facts({ row }: { row: CaseRow }) {
  const { t } = useTranslation("admin")
  const money = (amount: number | null) => (amount === null ? null : formatRupees(amount))
  const facts: [string, string | null][] = [
    [t("cases.expected"), money(row.expectedAmount)],
    [
      row.expectedAmount === null ? t("columns.amount") : t("cases.found"),
      row.currency === "INR" ? money(row.amount) : `${row.currency} ${row.amount ?? ""}`,
    ],
    [t("cases.state"), row.providerState || null],
    [t("cases.code"), row.errorCode || null],
    [t("cases.refund"), row.refundId],
  ]
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-2">
      {row.transactionId && (
        <p>
          <Link
            to={`/admin/transactions?search=${encodeURIComponent(row.transactionId)}&transaction=${encodeURIComponent(row.transactionId)}`}
            className="inline-flex min-h-6 items-center break-all text-accent tabular-nums underline underline-offset-4 pointer-coarse:min-h-11"
          >
            {t("cases.transaction", { id: row.transactionId })}
          </Link>
          <span className="block text-ink-soft">
            {row.customerName ? <span translate="no">{row.customerName}</span> : t("cases.noCustomer")} ·{" "}
            <span translate="no">{row.orderId}</span>
          </span>
        </p>
      )}
      <FactList facts={facts} className="flex flex-wrap gap-y-2" />
    </div>
  )
}

function Actions({ row }: { row: CaseRow }) {
  const { t } = useTranslation("admin")
  const client = useQueryClient()
  const errorText = useErrorText()
  const [closing, setClosing] = useState(false)
  const renew = () => client.invalidateQueries({ queryKey: casesKey })
  const onError = (error: unknown) => toast.error(errorText(error, t("cases.actionFailed")))
  const acting = useMutation({
    mutationFn: () => actOnCase(row._id),
    onSuccess: () => toast.success(t("cases.acted")),
    onError,
    onSettled: renew,
  })
  const ending = useMutation({
    mutationFn: (notes: string) => closeCase(row._id, notes),
    onSuccess: () => {
      setClosing(false)
      toast.success(t("cases.closedNow"))
    },
    onError,
    onSettled: renew,
  })
  return (
    <div className="flex flex-wrap gap-3">
      {/* A waiting refund is approved or declined at its transaction, which closes the case. */}
      {row.proposal !== "approve" && (
        <Button variant="quiet" size="sm" className="max-sm:-ml-3.5" onClick={() => setClosing(true)}>
          {t("cases.close")}
        </Button>
      )}
      {row.canAct && isStep(row.proposal) && (
        <Button variant="secondary" size="sm" busy={acting.isPending} onClick={() => acting.mutate()}>
          {t(`cases.steps.${row.proposal}`)}
        </Button>
      )}
      <Dialog
        open={closing}
        onOpenChange={setClosing}
        title={t("cases.closeTitle")}
        description={t("cases.closeText")}
      >
        <CloseForm
          busy={ending.isPending}
          onCancel={() => setClosing(false)}
          onClose={(notes) => ending.mutate(notes)}
        />
      </Dialog>
    </div>
  )
}

type CloseFormProps = { busy: boolean; onCancel: () => void; onClose: (notes: string) => void }

function CloseForm({ busy, onCancel, onClose }: CloseFormProps) {
  const { t } = useTranslation("admin")
  const [notes, setNotes] = useState("")
  const [tried, setTried] = useState(false)
  const short = notes.trim().length < FEWEST_LETTERS

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (short) focusFirstError(event.currentTarget)
    else onClose(notes.trim())
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <TextArea
        label={t("cases.closeNotes")}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
        error={tried && short ? t("cases.closeShort") : undefined}
        maxLength={MAX_NOTE}
        rows={3}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button type="button" variant="quiet" onClick={onCancel}>
          {t("cases.cancel")}
        </Button>
        <Button type="submit" busy={busy}>
          {t("cases.closeSubmit")}
        </Button>
      </div>
    </form>
  )
}
