import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { OrderAddress, OrderGoods } from "@/features/admin/orders/order-parts"
import { orderDetailQuery } from "@/features/admin/orders/queries"
import { RefundDialog } from "@/features/admin/refunds/refund-dialog"
import { RefundList } from "@/features/admin/refunds/refund-list"
import { DetailDialog } from "@/features/admin/shared/detail-dialog"
import { FactRows } from "@/features/admin/shared/fact-list"
import { useLabels } from "@/features/admin/shared/labels"
import { Part } from "@/features/admin/shared/panel"
import { orderAddress, recordAddress } from "@/features/admin/shared/record-address"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { TextLink } from "@/features/admin/shared/text-link"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { useMay } from "@/stores/session"
import { type TransactionDetail, transactionQuery } from "./queries"
import { StatusBadge } from "./status-badge"
import { isStatus } from "./transaction-filters"
import { useCheck } from "./use-check"

type TransactionDialogProps = {
  /** The transaction to show; null when the dialog is closed. */
  transactionId: string | null
  onClose: () => void
}

/** One transaction: its data, the provider's message, and its status history. */
export function TransactionDialog({ transactionId, onClose }: TransactionDialogProps) {
  const { t } = useTranslation("admin")
  const query = useQuery({ ...transactionQuery(transactionId ?? ""), enabled: transactionId !== null })
  const check = useCheck(transactionId)
  const mayRefund = useMay("refunds", "orders:write")
  /** The transaction that is being refunded. */
  const [refunding, setRefunding] = useState<string | null>(null)
  return (
    <DetailDialog
      open={transactionId !== null}
      onClose={onClose}
      title={t("details.title")}
      id={transactionId ?? undefined}
      query={query}
      loading={t("details.loading")}
      failed={t("details.failed")}
      buttons={({ status, refundableAmount }) => (
        <>
          {mayRefund && status === "SUCCESS" && refundableAmount > 0 && (
            <Button variant="secondary" size="sm" onClick={() => setRefunding(transactionId)}>
              {t("details.refund")}
            </Button>
          )}
          <Button variant="secondary" size="sm" busy={check.isPending} onClick={() => check.mutate()}>
            {t("details.check")}
          </Button>
        </>
      )}
    >
      {(transaction) => (
        <>
          <RefundDialog
            transactionId={refunding === transaction.transactionId ? refunding : null}
            onClose={() => setRefunding(null)}
          />
          <Details transaction={transaction} />
        </>
      )}
    </DetailDialog>
  )
}

function Details({ transaction }: { transaction: TransactionDetail }) {
  const { t } = useTranslation("admin")
  const labels = useLabels()
  const mayReadOrder = useMay("orders:read")
  const { orderId } = transaction
  const notAvailable = t("row.notAvailable")
  const at = (iso: string | null, otherwise: string) => (iso ? <StaffTime at={iso} /> : otherwise)
  return (
    <div className="space-y-6 text-sm">
      {transaction.inReview && <Notice tone="warning">{t("details.review")}</Notice>}
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        <Part title={t("details.facts")}>
          <FactRows
            rows={[
              [t("details.transactionId"), transaction.transactionId],
              [t("details.merchantTransactionId"), transaction.merchantTransactionId],
              [
                t("details.orderId"),
                orderId && mayReadOrder ? (
                  <TextLink key="order" to={orderAddress(orderId)} translate="no">
                    {orderId}
                  </TextLink>
                ) : (
                  (orderId ?? notAvailable)
                ),
              ],
              [t("details.customer"), transaction.customerName || notAvailable],
              [t("details.email"), transaction.customerEmail || notAvailable],
              [t("details.amount"), formatRupees(transaction.amount)],
              [
                t("details.refunded"),
                transaction.refundedAmount > 0 && formatRupees(transaction.refundedAmount),
              ],
              [t("details.status"), <StatusBadge key="status" status={transaction.status} />],
              [t("details.method"), labels.method(transaction.paymentMethod)],
              [t("details.gateway"), transaction.gateway],
              [t("details.initiatedAt"), at(transaction.initiatedAt, notAvailable)],
            ]}
          />
        </Part>
        <Part title={t("details.provider")}>
          <FactRows
            rows={[
              [t("details.providerOrderId"), transaction.phonepeTransactionId ?? notAvailable],
              [t("details.bankReference"), transaction.bankReference],
              [t("details.providerState"), transaction.providerState || t("details.silent")],
              [t("details.errorCode"), transaction.errorCode],
              [t("details.detailedErrorCode"), transaction.detailedErrorCode],
              [t("details.checkedAt"), at(transaction.checkedAt, t("details.never"))],
              [t("details.nextCheckAt"), at(transaction.nextCheckAt, t("details.notAgain"))],
            ]}
          />
        </Part>
      </div>
      {orderId && mayReadOrder && <Order orderId={orderId} />}
      <RefundList transaction={transaction} />
      {transaction.settlement.length > 0 && (
        <Part title={t("why.settlement")}>
          <ul className="space-y-1 tabular-nums">
            {transaction.settlement.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the ledger only grows at its end.
              <li key={index}>
                <Movement line={line} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <History entries={transaction.statusHistory} />
    </div>
  )
}

/** Goods and address of the transaction's order. */
function Order({ orderId }: { orderId: string }) {
  const { t } = useTranslation("adminOrders")
  const { data } = useQuery(orderDetailQuery(orderId))
  if (!data) return null
  return (
    <>
      <Part title={t("details.goods")}>
        <OrderGoods order={data.order} certified={data.certified} />
      </Part>
      <Part title={t("details.address")}>
        <OrderAddress order={data.order} />
      </Part>
    </>
  )
}

function History({ entries }: { entries: TransactionDetail["statusHistory"] }) {
  const { t } = useTranslation("admin")
  const labels = useLabels()
  return (
    <Part title={t("details.history")}>
      {entries.length === 0 ? (
        <p className="text-ink-soft">{t("details.noHistory")}</p>
      ) : (
        <ol className="border-line border-l pl-4">
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end.
            <li key={index} className="relative pb-3.5 last:pb-0">
              <span
                aria-hidden="true"
                className="absolute top-1.5 -left-[1.3rem] size-2 rounded-full border border-line-strong bg-paper"
              />
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-medium">{labels.event(entry.event)}</span>
                {isStatus(entry.status) && <StatusBadge status={entry.status} />}
                <StaffTime
                  at={entry.timestamp}
                  className="ml-auto text-ink-soft text-xs tabular-nums max-sm:ml-0 max-sm:basis-full"
                />
              </div>
              <p className="text-ink-soft">
                {labels.cause(entry.cause)}
                {entry.actor && (
                  <span className="break-all"> · {t("details.by", { actor: entry.actor })}</span>
                )}
              </p>
              <Why entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </Part>
  )
}

/** Details of a history step: the provider's message, the case, the refund, the ledger entries. */
function Why({ entry }: { entry: TransactionDetail["statusHistory"][number] }) {
  const { t } = useTranslation("admin")
  const { messageId, caseId, refundId, ledger } = entry
  if (!messageId && !caseId && !refundId && ledger.length === 0) return null
  return (
    <details>
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-accent underline underline-offset-4 max-sm:min-h-11">
        {t("why.ask")}
      </summary>
      <ul className="mt-1 space-y-1 tabular-nums">
        {messageId && (
          <li>
            <TextLink to={recordAddress("/admin/webhooks", "message", messageId)}>
              {t("why.message", { id: messageId })}
            </TextLink>
          </li>
        )}
        {caseId && <li>{t("why.case", { id: caseId })}</li>}
        {refundId && <li className="break-all">{t("why.refund", { id: refundId })}</li>}
        {ledger.map((line) => (
          <li key={line.kind}>
            <Movement line={line} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Movement({ line }: { line: TransactionDetail["settlement"][number] }) {
  const { t } = useTranslation("admin")
  return t("why.ledger", {
    kind: t(`why.kinds.${line.kind}`),
    amount: formatRupees(line.amount),
    source: t(`why.accounts.${line.source}`),
    target: t(`why.accounts.${line.target}`),
  })
}
