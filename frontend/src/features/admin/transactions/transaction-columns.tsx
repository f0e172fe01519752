import { RefreshCw, Undo2 } from "lucide-react"
import { Badge } from "@/components/badge"
import { IconButton } from "@/components/button"
import { Spinner } from "@/components/spinner"
import { useLabels } from "@/features/admin/shared/labels"
import { StaffTime } from "@/features/admin/shared/staff-time"
import type { Cells } from "@/features/admin/shared/table/data-table"
import { TextLink } from "@/features/admin/shared/text-link"
import type { useOpened } from "@/features/admin/shared/use-opened"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { verbatim } from "@/lib/verbatim"
import { useMay } from "@/stores/session"
import type { TransactionRow } from "./queries"
import { StatusBadge } from "./status-badge"
import { useCheck } from "./use-check"

type LinkTo = ReturnType<typeof useOpened>["linkTo"]
type OnRefund = (transactionId: string) => void

/** The columns of the transactions. */
export function useTransactionColumns(linkTo: LinkTo, onRefund: OnRefund) {
  const { t } = useTranslation("admin")
  const labels = useLabels()
  return {
    transaction: ({ transactionId, orderId }) => (
      <>
        <TextLink {...linkTo(transactionId)} data-opens translate="no">
          {transactionId}
        </TextLink>
        <span
          className="block whitespace-nowrap text-ink-soft text-xs tabular-nums max-[70rem]:hidden"
          translate={verbatim(orderId)}
        >
          {orderId ?? t("row.notAvailable")}
        </span>
      </>
    ),
    customer: ({ customerName, customerEmail }) => (
      <span className="block min-[70rem]:max-w-40 min-[90rem]:max-w-56">
        <span className="block truncate" translate={customerName ? "no" : undefined}>
          {customerName || t("row.notAvailable")}
        </span>
        <span
          className="block truncate text-ink-soft text-xs max-[70rem]:hidden"
          title={customerEmail}
          translate={verbatim(customerEmail)}
        >
          {customerEmail || t("row.notAvailable")}
        </span>
      </span>
    ),
    amount: (row) => <Amount row={row} />,
    status: ({ status, inReview }) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <StatusBadge status={status} />
        {inReview && <Badge tone="info">{t("row.inReview")}</Badge>}
      </span>
    ),
    method: ({ paymentMethod }) => <span className="whitespace-nowrap">{labels.method(paymentMethod)}</span>,
    date: ({ initiatedAt }) => (
      <StaffTime
        at={initiatedAt}
        className="inline-block min-w-22 tabular-nums max-[70rem]:text-ink-soft max-[70rem]:text-xs"
      />
    ),
    actions: (row) => <Actions row={row} onRefund={onRefund} />,
  } satisfies Cells<TransactionRow>
}

function Amount({ row: { amount, refundedAmount, refundPendingAmount } }: { row: TransactionRow }) {
  const { t } = useTranslation("admin")
  return (
    <span className="block text-right tabular-nums">
      <span className="font-medium whitespace-nowrap" translate="no">
        {formatRupees(amount)}
      </span>
      {refundedAmount > 0 && (
        <span className="block text-ink-soft text-xs">
          {t("row.refunded", { amount: formatRupees(refundedAmount) })}
        </span>
      )}
      {refundPendingAmount > 0 && (
        <span className="block text-ink-soft text-xs">
          {t("row.refundPending", { amount: formatRupees(refundPendingAmount) })}
        </span>
      )}
    </span>
  )
}

function Actions({ row, onRefund }: { row: TransactionRow; onRefund: OnRefund }) {
  const { t } = useTranslation("admin")
  const mayRefund = useMay("refunds", "orders:write")
  const check = useCheck(row.transactionId)
  // The provider may still change these statuses; a success is final.
  const open = row.status !== "SUCCESS" && row.status !== "REFUNDED"
  return (
    <span className="-my-1.5 flex justify-end">
      {open && (
        <IconButton
          label={t("row.checkOf", { id: row.transactionId })}
          busy={check.isPending}
          onClick={() => check.mutate()}
          className="lg:size-9"
        >
          {check.isPending ? <Spinner /> : <RefreshCw aria-hidden="true" className="size-4" />}
        </IconButton>
      )}
      {mayRefund && row.status === "SUCCESS" && row.refundableAmount > 0 && (
        <IconButton
          label={t("row.refundOf", { id: row.transactionId })}
          onClick={() => onRefund(row.transactionId)}
          className="lg:size-9"
        >
          <Undo2 aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
    </span>
  )
}
