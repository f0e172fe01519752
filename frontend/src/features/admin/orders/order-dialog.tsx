import { useQuery } from "@tanstack/react-query"
import { Package, Tag } from "lucide-react"
import { type ReactNode, useState } from "react"
import { Link } from "react-router-dom"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { Opening } from "@/features/admin/load-problem"
import { useTranslation } from "@/i18n"
import { useOptionLabel } from "@/i18n/option-label"
import { isIndianState } from "@/lib/indian-states"
import { formatRupees } from "@/lib/money"
import { formatDate, formatDateTime } from "@/lib/time"
import { useMay } from "@/stores/session"
import { OrderHistory } from "./order-history"
import { type AdminOrder, type AdminOrderData, orderDetailQuery } from "./order-queries"
import { OrderStatusBadge, PaymentBadge } from "./order-status"
import { EditedBy } from "./presence"
import { ReturnDecisions } from "./return-decisions"
import { StatusDialog } from "./status-dialog"
import { useSlips } from "./use-slips"

/** One order as staff see it: what, for whom, how it got where it is, and what can be done. */
export function OrderDialog({ orderId, onClose }: { orderId: string | null; onClose: () => void }) {
  // Kept while the dialog fades out.
  const [last, setLast] = useState(orderId)
  if (orderId !== null && orderId !== last) setLast(orderId)
  if (last === null) return null
  return <Opened key={last} orderId={last} open={orderId !== null} onClose={onClose} />
}

function Opened({ orderId, open, onClose }: { orderId: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation("adminOrders")
  const { data, error, isFetching, refetch } = useQuery({ ...orderDetailQuery(orderId), enabled: open })
  const mayMove = useMay("orders:write")
  const [moving, setMoving] = useState(false)
  const slips = useSlips()
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      size="lg"
      title={t("details.title")}
      description={<span className="select-all break-all tabular-nums">{orderId}</span>}
      footer={
        data &&
        mayMove && (
          <div className="flex flex-wrap justify-end gap-3">
            <Button
              variant="secondary"
              size="sm"
              busy={slips.isPending}
              onClick={() => slips.mutate({ kind: "slip", orderIds: [orderId] })}
            >
              <Package aria-hidden="true" className="size-4" />
              {t("slips.slip")}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              busy={slips.isPending}
              onClick={() => slips.mutate({ kind: "label", orderIds: [orderId] })}
            >
              <Tag aria-hidden="true" className="size-4" />
              {t("slips.label")}
            </Button>
            {data.order.nextStatuses.length > 0 && (
              <Button size="sm" onClick={() => setMoving(true)}>
                {t("move.title")}
              </Button>
            )}
          </div>
        )
      }
    >
      {/* Inside this dialog: the one above it returns the focus here. */}
      <StatusDialog order={(moving && data?.order) || null} onClose={() => setMoving(false)} />
      {data ? (
        <Details data={data} />
      ) : (
        <Opening
          loading={t("details.loading")}
          title={t("details.failed")}
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Dialog>
  )
}

function Details({ data }: { data: AdminOrderData }) {
  const { t, i18n } = useTranslation(["adminOrders", "checkout"])
  const { order, details, history } = data
  const address = order.shippingAddress
  return (
    <div className="space-y-7 text-sm">
      <EditedBy subject={`order:${order.orderId}`} />
      <p className="flex flex-wrap items-center gap-2">
        <OrderStatusBadge status={order.status} />
        <PaymentBadge status={order.paymentStatus} />
        <span className="text-ink-soft">
          {t("details.since", { when: formatDateTime(order.statusAt, i18n.language) })}
        </span>
      </p>
      <div className="grid gap-x-10 gap-y-7 md:grid-cols-2">
        <Part title={t("details.customer")}>
          <p className="font-medium">{order.user.name}</p>
          <p className="break-all">{order.user.email}</p>
          <p className="tabular-nums">{order.user.phone}</p>
          <p className="text-ink-soft">{order.isGuest ? t("row.guest") : t("details.account")}</p>
        </Part>
        <Part title={t("details.address")}>
          <p>{address.name}</p>
          <p>{address.street}</p>
          <p>
            {address.city},{" "}
            {isIndianState(address.state) ? t(`checkout:states.${address.state}`) : address.state}{" "}
            {address.pincode}
          </p>
        </Part>
        <Part title={t("details.parcel")}>
          <Facts
            rows={[
              [t("fields.carrier"), order.carrier],
              [
                t("fields.trackingNumber"),
                details.shipment?.trackingUrl ? (
                  <a
                    key="tracking"
                    href={details.shipment.trackingUrl}
                    target="_blank"
                    rel="noreferrer"
                    className="inline-flex items-center text-accent underline underline-offset-4 pointer-coarse:min-h-11"
                  >
                    {order.trackingNumber}
                  </a>
                ) : (
                  order.trackingNumber
                ),
              ],
              [
                t("fields.estimatedDelivery"),
                order.estimatedDelivery && formatDate(order.estimatedDelivery, i18n.language),
              ],
            ]}
          />
        </Part>
        <Part title={t("details.payment")}>
          <Facts
            rows={[
              [
                t("details.transaction"),
                order.paymentId && (
                  <Link
                    key="transaction"
                    to={`/admin/transactions?transaction=${order.paymentId}`}
                    className="inline-flex items-center break-all text-accent underline underline-offset-4 pointer-coarse:min-h-11"
                  >
                    {order.paymentId}
                  </Link>
                ),
              ],
              [t("details.invoice"), order.invoiceNumber],
            ]}
          />
        </Part>
      </div>
      <Goods order={order} />
      <ReturnDecisions order={order} requests={details.returns} />
      <OrderHistory events={history} />
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1.5 font-medium font-text text-ink-soft text-sm">{title}</h3>
      {children}
    </section>
  )
}

function Facts({ rows }: { rows: [string, ReactNode][] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="text-right">{value || "–"}</dd>
        </div>
      ))}
    </dl>
  )
}

function Goods({ order }: { order: AdminOrder }) {
  const { t, i18n } = useTranslation("adminOrders")
  const named = useOptionLabel()
  const sums: [string, number][] = [
    [t("details.subtotal"), order.subtotal],
    [t("details.discount"), -order.discount],
    [t("details.shipping"), order.shippingCost],
    [t("details.tax"), order.tax],
  ]
  return (
    <Part title={t("details.goods")}>
      <ul className="divide-y divide-line border-line border-y">
        {order.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change.
          <li key={index} className="flex items-start gap-4 py-2.5">
            <span className="min-w-0 flex-1">
              {i18n.language === "hi" ? item.product.titleHi : item.product.title}
              <span className="block text-ink-soft text-xs">
                {[item.customization.origin, item.customization.size]
                  .concat(item.customization.pendantType === "none" ? [] : item.customization.pendantType)
                  .map((name) => name && named(name))
                  .join(" · ")}
              </span>
            </span>
            <span className="whitespace-nowrap text-ink-soft tabular-nums">
              {item.quantity} × {formatRupees(item.price)}
            </span>
            <span className="w-24 text-right tabular-nums">{formatRupees(item.totalPrice)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-3 ml-auto w-full max-w-64 space-y-1 tabular-nums">
        {sums.map(
          ([label, amount]) =>
            amount !== 0 && (
              <div key={label} className="flex justify-between gap-4">
                <dt className="text-ink-soft">{label}</dt>
                <dd>{formatRupees(amount)}</dd>
              </div>
            ),
        )}
        <div className="flex justify-between gap-4 border-line border-t pt-1.5 font-medium">
          <dt>{t("details.total")}</dt>
          <dd>{formatRupees(order.totalAmount)}</dd>
        </div>
      </dl>
    </Part>
  )
}
