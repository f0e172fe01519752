import { Eye, RefreshCw, Undo2 } from "lucide-react"
import { memo } from "react"
import { Badge } from "@/components/badge"
import { IconButton } from "@/components/button"
import { Spinner } from "@/components/spinner"
import { useLabels } from "@/features/admin/shared/labels"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useSlideIn } from "@/features/admin/shared/table/use-slide-in"
import { useHighlight } from "@/features/admin/shared/use-highlight"
import { useWideScreen } from "@/features/admin/shared/use-wide-screen"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { verbatim } from "@/lib/verbatim"
import { useMay } from "@/stores/session"
import type { TransactionRow } from "./queries"
import { StatusBadge } from "./status-badge"
import { useCheck } from "./use-check"

type TransactionRowsProps = {
  rows: readonly TransactionRow[]
  /** Whether a row was pushed after the page was requested. */
  isNew: (id: string) => boolean
  onView: (transactionId: string) => void
  onRefund: (transactionId: string) => void
}

/**
 * The rows of the board: a table on wide screens, cards on narrow ones.
 *
 * Memoized rows: on a busy day something changes four times a second.
 */
export function TransactionRows(props: TransactionRowsProps) {
  return useWideScreen() ? <Table {...props} /> : <Cards {...props} />
}

const idOf = ({ _id }: TransactionRow) => _id

const columns = ["transaction", "customer", "amount", "status", "method", "date", "actions"] as const

function Table({ rows, isNew, ...verbs }: TransactionRowsProps) {
  const { t } = useTranslation("admin")
  const body = useSlideIn<HTMLTableSectionElement>(rows.map(idOf), isNew)
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t("transactions.region")}</caption>
      <thead className="bg-paper shadow-[inset_0_-1px_0_var(--color-line)] min-[90rem]:sticky min-[90rem]:top-14 min-[90rem]:z-10">
        <tr className="text-left text-ink-soft">
          {columns.map((name) => (
            <th
              key={name}
              scope="col"
              className={`px-3 py-2 font-medium ${name === "amount" || name === "actions" ? "text-right" : ""}`}
            >
              {t(`columns.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => (
          <Row key={row._id} row={row} fresh={isNew(row._id)} {...verbs} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { row: TransactionRow; fresh: boolean } & Pick<TransactionRowsProps, "onView" | "onRefund">

const Row = memo(function Row({ row, fresh, ...verbs }: RowProps) {
  const { t } = useTranslation("admin")
  const labels = useLabels()
  const highlighted = useHighlight<HTMLTableRowElement>(row.version, fresh)
  return (
    <tr
      ref={highlighted}
      data-transaction={row._id}
      className="border-line border-b last:border-b-0 align-top"
    >
      <th scope="row" className="px-3 py-2.5 text-left font-normal tabular-nums">
        <span className="block whitespace-nowrap" translate="no">
          {row.transactionId}
        </span>
        <span className="block whitespace-nowrap text-ink-soft text-xs" translate={verbatim(row.orderId)}>
          {row.orderId ?? t("row.notAvailable")}
        </span>
      </th>
      <td className="max-w-44 px-3 py-2.5 min-[90rem]:max-w-56">
        <Customer row={row} />
      </td>
      <td className="px-3 py-2.5 text-right">
        <Amount row={row} />
      </td>
      <td className="px-3 py-2.5">
        <Status row={row} />
      </td>
      <td className="whitespace-nowrap px-3 py-2.5">{labels.method(row.paymentMethod)}</td>
      <td className="min-w-28 px-3 py-2.5 tabular-nums">
        <StaffTime at={row.initiatedAt} />
      </td>
      <td className="px-1 py-1">
        <Actions row={row} {...verbs} />
      </td>
    </tr>
  )
})

function Cards({ rows, isNew, ...verbs }: TransactionRowsProps) {
  const { t } = useTranslation("admin")
  const list = useSlideIn<HTMLUListElement>(rows.map(idOf), isNew)
  return (
    <ul ref={list} aria-label={t("transactions.region")} className="divide-y divide-line">
      {rows.map((row) => (
        <Card key={row._id} row={row} fresh={isNew(row._id)} {...verbs} />
      ))}
    </ul>
  )
}

const Card = memo(function Card({ row, fresh, ...verbs }: RowProps) {
  const { t } = useTranslation("admin")
  const labels = useLabels()
  const highlighted = useHighlight<HTMLLIElement>(row.version, fresh)
  return (
    <li ref={highlighted} data-transaction={row._id} className="px-4 py-3 text-sm">
      <div className="flex items-start justify-between gap-3">
        <Status row={row} />
        <Amount row={row} />
      </div>
      <p className="mt-2 break-all tabular-nums" translate="no">
        {row.transactionId}
      </p>
      <p className="break-all text-ink-soft text-xs tabular-nums" translate={verbatim(row.orderId)}>
        {row.orderId ?? t("row.notAvailable")}
      </p>
      <div className="mt-2">
        <Customer row={row} />
      </div>
      <div className="mt-1 flex items-center justify-between gap-3">
        <p className="text-ink-soft text-xs tabular-nums">
          {labels.method(row.paymentMethod)} · <StaffTime at={row.initiatedAt} />
        </p>
        <Actions row={row} {...verbs} />
      </div>
    </li>
  )
})

function Customer({ row }: { row: TransactionRow }) {
  const { t } = useTranslation("admin")
  return (
    <>
      <span className="block truncate" translate={row.customerName ? "no" : undefined}>
        {row.customerName || t("row.notAvailable")}
      </span>
      <span
        className="block truncate text-ink-soft text-xs"
        title={row.customerEmail}
        translate={verbatim(row.customerEmail)}
      >
        {row.customerEmail || t("row.notAvailable")}
      </span>
    </>
  )
}

function Amount({ row: { amount, currency, refundedAmount, refundPendingAmount } }: { row: TransactionRow }) {
  const { t } = useTranslation("admin")
  return (
    <span className="block text-right tabular-nums">
      <span className="whitespace-nowrap">
        <span className="font-medium" translate="no">
          {formatRupees(amount)}
        </span>{" "}
        <span className="text-ink-soft text-xs">{currency}</span>
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

function Status({ row }: { row: TransactionRow }) {
  const { t } = useTranslation("admin")
  return (
    <span className="flex flex-wrap gap-1.5">
      <StatusBadge status={row.status} />
      {row.inReview && <Badge tone="info">{t("row.inReview")}</Badge>}
    </span>
  )
}

function Actions({ row, onView, onRefund }: Omit<RowProps, "fresh">) {
  const { t } = useTranslation("admin")
  const mayRefund = useMay("refunds")
  const check = useCheck(row.transactionId)
  // The provider may still change these statuses; a success is final.
  const open = row.status !== "SUCCESS" && row.status !== "REFUNDED"
  return (
    <span className="flex justify-end">
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
      <IconButton
        label={t("row.viewOf", { id: row.transactionId })}
        onClick={() => onView(row.transactionId)}
        className="lg:size-9"
      >
        <Eye aria-hidden="true" className="size-4.5" />
      </IconButton>
    </span>
  )
}
