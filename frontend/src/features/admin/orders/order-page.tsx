import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation, useParams } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { RefundDialog } from "@/features/admin/refunds/refund-dialog"
import { RefundList } from "@/features/admin/refunds/refund-list"
import { BackLink } from "@/features/admin/shared/back-link"
import { FactRows } from "@/features/admin/shared/fact-list"
import { Panel, Part } from "@/features/admin/shared/panel"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { OuterLink, TextLink } from "@/features/admin/shared/text-link"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { NoteForm } from "@/features/admin/support/note-form"
import { timelineQuery } from "@/features/admin/support/queries"
import { Timeline } from "@/features/admin/support/timeline"
import { transactionQuery } from "@/features/admin/transactions/queries"
import { useTranslation } from "@/i18n"
import { useLiveQuery } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { formatDate } from "@/lib/time"
import { typedId } from "@/lib/typed-id"
import { useMay } from "@/stores/session"
import { CashCard } from "./cash-card"
import { CashRisks } from "./cash-risks"
import { ClaimDecisions } from "./claim-decisions"
import { OrderHistory } from "./order-history"
import { OrderAddress, OrderGoods } from "./order-parts"
import { OrderStatusBadge, PaymentBadge } from "./order-status"
import { SlipButtons, usePackingSlips } from "./packing-slips"
import { EditedBy } from "./presence"
import { type AdminOrderData, orderDetailQuery } from "./queries"
import { ReturnDecisions } from "./return-decisions"
import { StatusDialog } from "./status-dialog"

/** One order for staff, live: its acts, goods, money, parcel, notes and history. */
export function Component() {
  const { t } = useTranslation("adminOrders")
  const orderId = typedId(useParams().orderId ?? "")
  const { state } = useLocation() as { state: { list?: string } | null }
  const options = orderDetailQuery(orderId)
  const { query, renew } = useListQuery(options, options.queryKey, `order:${orderId}`)
  return (
    <>
      <BackLink to={state?.list ?? "/admin/orders"}>{t("details.back")}</BackLink>
      <ListHead title={t("details.one", { id: orderId })} busy={query.isFetching} onRefresh={renew}>
        {query.data && <Acts data={query.data} />}
      </ListHead>
      <div className="mt-3">
        <Loaded query={query} loading={t("details.loading")} failed={t("details.failed")}>
          {(data) => <Details data={data} />}
        </Loaded>
      </div>
    </>
  )
}

function Acts({ data: { order } }: { data: AdminOrderData }) {
  const { t } = useTranslation("adminOrders")
  const { orderId, paymentId } = order
  const mayMove = useMay("orders:write")
  const mayRefund = useMay("refunds", "orders:write")
  const slips = usePackingSlips()
  const payment = useQuery({ ...transactionQuery(paymentId ?? ""), enabled: mayRefund && !!paymentId }).data
  const [opened, setOpened] = useState<"status" | "refund" | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      {useMay("support") && (
        <ButtonLink variant="secondary" size="sm" to={`/admin/support?subject=order:${orderId}`}>
          {t("details.story")}
        </ButtonLink>
      )}
      {mayMove && <SlipButtons slips={slips} orderIds={[orderId]} />}
      {payment?.status === "SUCCESS" && payment.refundableAmount > 0 && (
        <Button variant="secondary" size="sm" onClick={() => setOpened("refund")}>
          {t("details.refund")}
        </Button>
      )}
      {mayMove && order.nextStatuses.length > 0 && (
        <Button size="sm" onClick={() => setOpened("status")}>
          {t("move.title")}
        </Button>
      )}
      <StatusDialog order={opened === "status" ? order : null} onClose={close} />
      <RefundDialog transactionId={opened === "refund" ? paymentId : null} onClose={close} />
    </>
  )
}

function Details({ data }: { data: AdminOrderData }) {
  const { t, i18n } = useTranslation("adminOrders")
  const { order, details, certified, history } = data
  const { orderId, paymentId } = order
  const subject = `order:${orderId}`
  return (
    <div className="space-y-4 text-sm">
      <EditedBy subject={subject} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <OrderStatusBadge status={order.status} />
        <PaymentBadge order={order} />
        <span className="font-medium tabular-nums" translate="no">
          {formatRupees(order.totalAmount)}
        </span>
        <span className="text-ink-soft">
          {t("details.since", { when: formatStaffDateTime(order.statusAt, i18n.language) })}
        </span>
      </p>
      <CashRisks risks={order.cashRisks} />
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 space-y-5">
          <Panel title={t("details.goods")}>
            <div className="mt-3">
              <OrderGoods order={order} certified={certified} />
            </div>
          </Panel>
          <Panel title={t("details.payment")}>
            <div className="mt-3 space-y-4">
              <FactRows
                rows={[
                  [t("details.transaction"), paymentId ? <TransactionLink key="link" id={paymentId} /> : "–"],
                  [t("details.invoice"), order.invoiceNumber || "–"],
                ]}
              />
              {paymentId && <Refunds transactionId={paymentId} />}
            </div>
          </Panel>
          <CashCard order={order} version={details.version} />
          <ReturnDecisions order={order} requests={details.returns} certified={certified} />
          <ClaimDecisions orderId={orderId} version={details.version} count={details.claims.length} />
        </div>
        <div className="min-w-0 space-y-5 lg:row-span-2">
          <Delivery data={data} />
          {useMay("support") && <Notes subject={subject} />}
        </div>
        <OrderHistory events={history} />
      </div>
    </div>
  )
}

/** The customer, where the order goes, and its parcel. */
function Delivery({ data: { order, details } }: { data: AdminOrderData }) {
  const { t, i18n } = useTranslation("adminOrders")
  const { name, email, phone } = order.user
  const { carrier, trackingNumber, estimatedDelivery } = order
  const trackingUrl = details.shipment?.trackingUrl
  const number = trackingUrl ? (
    <OuterLink href={trackingUrl} translate="no">
      {trackingNumber}
    </OuterLink>
  ) : (
    trackingNumber || "–"
  )
  return (
    <Panel title={t("details.customer")} aside={order.isGuest ? t("row.guest") : t("details.account")}>
      <div className="mt-3 space-y-4">
        <div translate="no">
          <p className="font-medium">{name}</p>
          <p className="break-all">{email}</p>
          <p className="tabular-nums">{phone}</p>
          {details.business && (
            <p className="wrap-anywhere tabular-nums">
              {details.business.name} · {t("checkout:fields.gstin")} {details.business.gstin}
            </p>
          )}
        </div>
        <Part title={t("details.address")}>
          <OrderAddress order={order} />
        </Part>
        <Part title={t("details.parcel")}>
          <FactRows
            rows={[
              [t("fields.carrier"), carrier || "–"],
              [t("fields.trackingNumber"), number],
              [
                t("fields.estimatedDelivery"),
                estimatedDelivery && formatDate(estimatedDelivery, i18n.language),
              ],
            ]}
          />
        </Part>
      </div>
    </Panel>
  )
}

const TransactionLink = ({ id }: { id: string }) => (
  <TextLink to={`/admin/transactions?transaction=${id}`} translate="no">
    {id}
  </TextLink>
)

/** The refunds of the payment, with their acts. */
function Refunds({ transactionId }: { transactionId: string }) {
  const options = transactionQuery(transactionId)
  const { query } = useListQuery(options, options.queryKey, `payment:${transactionId}`)
  return query.data ? <RefundList transaction={query.data} /> : null
}

/** Notes of colleagues, which the customer does not see. */
function Notes({ subject }: { subject: string }) {
  const { t } = useTranslation("support")
  const { data } = useLiveQuery(`support:${subject}`, timelineQuery(subject))
  const notes = data?.entries.filter(({ kind }) => kind === "note") ?? []
  return (
    <Panel title={t("note.title")}>
      {notes.length > 0 && <Timeline entries={notes} />}
      <NoteForm subject={subject} />
    </Panel>
  )
}
