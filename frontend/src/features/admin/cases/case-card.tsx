import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/components/button"
import { Link } from "@/components/link"
import { RefundApproval } from "@/features/admin/refunds/refund-approval"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { FactList } from "@/features/admin/shared/fact-list"
import { useHighlight } from "@/features/admin/shared/use-highlight"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { toast } from "@/lib/toast"
import { useMay } from "@/stores/session"
import { actOnCase, type CaseRow, casesKey, closeCase } from "./case-queries"

const rules = ["settled", "refunded", "decided", "balanced", "matched"] as const
const isRule = (word: string): word is (typeof rules)[number] => rules.some((rule) => rule === word)
const steps = ["refund", "refund_again", "ask_provider"] as const
const isStep = (word: CaseRow["proposal"]): word is (typeof steps)[number] =>
  steps.some((step) => step === word)

/** One case: the mismatch, the proposed step, and the actions. */
export function CaseCard({ row }: { row: CaseRow }) {
  const { t, i18n } = useTranslation("admin")
  const highlighted = useHighlight<HTMLElement>(row.version)
  const mayRefund = useMay("refunds")
  const date = (iso: string) => formatStaffDateTime(iso, i18n.language)
  return (
    <article ref={highlighted} data-case={row._id} className="space-y-3 text-sm">
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
    </article>
  )
}

const formatted = (amount: number | null) => (amount === null ? null : formatRupees(amount))
const amountOf = ({ currency, amount }: CaseRow) =>
  currency === "INR" ? formatted(amount) : `${currency} ${amount ?? ""}`

function Facts({ row }: { row: CaseRow }) {
  const { t } = useTranslation("admin")
  const facts: [string, string | null][] = [
    [t("cases.expected"), formatted(row.expectedAmount)],
    [row.expectedAmount === null ? t("columns.amount") : t("cases.found"), amountOf(row)],
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
  const [asking, setAsking] = useState<"act" | "close" | null>(null)
  /** The outcome, for as long as the row shows what it was before. */
  const [done, setDone] = useState({ text: "", version: 0 })
  const renew = () => client.invalidateQueries({ queryKey: casesKey })
  const finish = (text: string) => {
    setAsking(null)
    setDone({ text, version: row.version })
  }
  const acting = useMutation({
    mutationFn: () => actOnCase(row._id),
    onSuccess: () => {
      toast.success(t("cases.acted"))
      finish(t("cases.acted"))
    },
    onError: (error) => asking === null && toast.error(errorText(error, t("cases.actionFailed"))),
    onSettled: renew,
  })
  const ending = useMutation({
    mutationFn: (notes: string) => closeCase(row._id, notes),
    onSuccess: () => {
      toast.success(t("cases.closedNow"))
      finish(t("cases.closedNow"))
    },
    onSettled: renew,
  })
  if (done.text && done.version === row.version) return <p className="font-medium">{done.text}</p>
  if (row.proposal === "approve" && row.refundId !== null) {
    const { refundId, requestedById, customerName, orderId } = row
    return (
      <RefundApproval
        refund={{ refundId, requestedById, amount: row.amount ?? 0 }}
        customer={customerName}
        orderId={orderId}
        onDone={finish}
        onSettled={renew}
      />
    )
  }
  const facts = { amount: amountOf(row) ?? "", name: row.customerName || t("cases.noCustomer") }
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        variant="quiet"
        size="sm"
        className="max-sm:-ml-3.5"
        onClick={() => {
          ending.reset()
          setAsking("close")
        }}
      >
        {t("cases.close")}
      </Button>
      {row.canAct && isStep(row.proposal) && (
        <Button
          variant="secondary"
          size="sm"
          busy={acting.isPending}
          onClick={() => {
            acting.reset()
            // To ask moves no money of ours.
            if (row.proposal === "ask_provider") acting.mutate()
            else setAsking("act")
          }}
        >
          {t(`cases.steps.${row.proposal}`)}
        </Button>
      )}
      <ConfirmDialog
        open={asking === "act"}
        onClose={() => setAsking(null)}
        title={t("confirm.refund", facts)}
        description={row.orderId}
        verb={t("confirm.refundVerb", facts)}
        busy={acting.isPending}
        error={acting.error && errorText(acting.error, t("cases.actionFailed"))}
        onConfirm={() => acting.mutate()}
      />
      <ConfirmDialog
        open={asking === "close"}
        onClose={() => setAsking(null)}
        title={t("cases.closeTitle")}
        description={t("cases.closeText")}
        verb={t("cases.closeSubmit")}
        reasonLabel={t("cases.closeNotes")}
        busy={ending.isPending}
        error={ending.error && errorText(ending.error, t("cases.actionFailed"))}
        onConfirm={(notes) => ending.mutate(notes)}
      />
    </div>
  )
}
