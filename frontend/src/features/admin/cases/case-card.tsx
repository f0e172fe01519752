import { useState } from "react"
import { Button } from "@/components/button"
import { RefundApproval } from "@/features/admin/refunds/refund-approval"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { FactList } from "@/features/admin/shared/fact-list"
import { useCodeText } from "@/features/admin/shared/labels"
import { orderAddress, recordAddress } from "@/features/admin/shared/record-address"
import { send } from "@/features/admin/shared/send"
import { TextLink } from "@/features/admin/shared/text-link"
import { useHighlight } from "@/features/admin/shared/use-highlight"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { useAction } from "@/lib/use-action"
import { useMay } from "@/stores/session"
import { type CaseRow, casesKey } from "./queries"

/** One case: the mismatch, the proposed step, and the actions. */
export function CaseCard({ row }: { row: CaseRow }) {
  const { t, i18n } = useTranslation("admin")
  const rule = useCodeText("admin")
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
                rule: rule(`cases.rules.${row.closedRule}`, row.closedRule),
              })}
          {row.closedNotes && <span className="block wrap-anywhere text-ink">{row.closedNotes}</span>}
        </p>
      )}
    </article>
  )
}

const formatted = (amount: number | null) => amount !== null && formatRupees(amount)
const amountOf = ({ currency, amount }: CaseRow) =>
  currency === "INR" ? formatted(amount) : `${currency} ${amount ?? ""}`

function Facts({ row }: { row: CaseRow }) {
  const { t } = useTranslation("admin")
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-2">
      {row.transactionId && (
        <p>
          <TextLink to={recordAddress("/admin/transactions", "transaction", row.transactionId)}>
            {t("cases.transaction", { id: row.transactionId })}
          </TextLink>
          <span className="block text-ink-soft">
            {row.customerName ? <span translate="no">{row.customerName}</span> : t("cases.noCustomer")} ·{" "}
            {row.orderId && (
              <TextLink to={orderAddress(row.orderId)} translate="no">
                {row.orderId}
              </TextLink>
            )}
          </span>
        </p>
      )}
      <FactList
        className="flex flex-wrap gap-y-2"
        facts={[
          [t("cases.expected"), formatted(row.expectedAmount)],
          [row.expectedAmount === null ? t("columns.amount") : t("cases.found"), amountOf(row)],
          [t("cases.state"), row.providerState],
          [t("cases.code"), row.errorCode],
          [t("cases.refund"), row.refundId],
        ]}
      />
    </div>
  )
}

function Actions({ row }: { row: CaseRow }) {
  const { t } = useTranslation("admin")
  const [asking, setAsking] = useState<"act" | "close" | null>(null)
  /** The outcome, for as long as the row shows what it was before. */
  const [done, setDone] = useState({ text: "", version: 0 })
  const finish = (text: string) => setDone({ text, version: row.version })
  const path = { case_id: row._id }
  const act = {
    act: () => send("post", "/api/admin/cases/{case_id}/act", { path, once: `act:${row._id}` }),
    done: t("cases.acted"),
    onDone: () => finish(t("cases.acted")),
    renews: [casesKey],
    failed: t("cases.actionFailed"),
  }
  const acting = useAction(act)
  const step = useCodeText("admin")(`cases.steps.${row.proposal}`, "")
  if (done.text && done.version === row.version) return <p className="font-medium">{done.text}</p>
  if (row.proposal === "approve" && row.refundId !== null) {
    const { refundId, requestedById, customerName, orderId } = row
    return (
      <RefundApproval
        refund={{ refundId, requestedById, amount: row.amount ?? 0 }}
        customer={customerName}
        orderId={orderId}
        onDone={finish}
        renews={[casesKey]}
      />
    )
  }
  const facts = { amount: amountOf(row) || "", name: row.customerName || t("cases.noCustomer") }
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="quiet" size="sm" className="max-sm:-ml-3.5" onClick={() => setAsking("close")}>
        {t("cases.close")}
      </Button>
      {row.canAct && step && (
        <Button
          variant="secondary"
          size="sm"
          busy={acting.isPending}
          // To ask moves no money of ours.
          onClick={() => (row.proposal === "ask_provider" ? acting.mutate() : setAsking("act"))}
        >
          {step}
        </Button>
      )}
      <ConfirmDialog
        {...act}
        open={asking === "act"}
        onClose={() => setAsking(null)}
        title={t("confirm.refund", facts)}
        description={row.orderId}
        verb={t("confirm.refundVerb", facts)}
      />
      <ConfirmDialog
        open={asking === "close"}
        onClose={() => setAsking(null)}
        title={t("cases.closeTitle")}
        description={t("cases.closeText")}
        verb={t("cases.closeSubmit")}
        reasonLabel={t("cases.closeNotes")}
        act={(notes) =>
          send("post", "/api/admin/cases/{case_id}/close", {
            path,
            body: { notes },
            once: `close:${row._id}`,
          })
        }
        done={t("cases.closedNow")}
        onDone={() => finish(t("cases.closedNow"))}
        renews={[casesKey]}
        failed={t("cases.actionFailed")}
      />
    </div>
  )
}
