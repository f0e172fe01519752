import { useQuery } from "@tanstack/react-query"
import { Package, Tag } from "lucide-react"
import { useState } from "react"
import { Button } from "@/components/button"
import { DetailDialog } from "@/features/admin/shared/detail-dialog"
import { FactRows } from "@/features/admin/shared/fact-list"
import { Part } from "@/features/admin/shared/panel"
import { OuterLink, TextLink } from "@/features/admin/shared/text-link"
import { useTranslation } from "@/i18n"
import { formatStaffDateTime } from "@/lib/staff-time"
import { formatDate } from "@/lib/time"
import { useMay } from "@/stores/session"
import { CashCard } from "./cash-card"
import { CashRisks } from "./cash-risks"
import { ClaimDecisions } from "./claim-decisions"
import { OrderHistory } from "./order-history"
import { OrderAddress, OrderGoods } from "./order-parts"
import { OrderStatusBadge, PaymentBadge } from "./order-status"
import { EditedBy } from "./presence"
import { type AdminOrderData, orderDetailQuery } from "./queries"
import { ReturnDecisions } from "./return-decisions"
import { StatusDialog } from "./status-dialog"
import { usePackingSlips } from "./use-packing-slips"

/** One order for staff: items, customer, history, actions. */
export function OrderDialog({ orderId, onClose }: { orderId: string | null; onClose: () => void }) {
  const { t } = useTranslation("adminOrders")
  const query = useQuery({ ...orderDetailQuery(orderId ?? ""), enabled: orderId !== null })
  const mayMove = useMay("orders:write")
  /** The order whose status is being changed. */
  const [changing, setChanging] = useState<string | null>(null)
  const slips = usePackingSlips()
  return (
    <DetailDialog
      open={orderId !== null}
      onClose={onClose}
      title={t("details.title")}
      id={orderId ?? undefined}
      query={query}
      loading={t("details.loading")}
      failed={t("details.failed")}
      buttons={({ order }) =>
        mayMove && (
          <>
            {(
              [
                ["slip", Package],
                ["label", Tag],
              ] as const
            ).map(([kind, Icon]) => (
              <Button
                key={kind}
                variant="secondary"
                size="sm"
                busy={slips.isPending}
                onClick={() => slips.mutate({ kind, orderIds: [order.orderId] })}
              >
                <Icon aria-hidden="true" className="size-4" />
                {t(`slips.${kind}`)}
              </Button>
            ))}
            {order.nextStatuses.length > 0 && (
              <Button size="sm" onClick={() => setChanging(order.orderId)}>
                {t("move.title")}
              </Button>
            )}
          </>
        )
      }
    >
      {(data) => (
        <>
          <StatusDialog
            order={changing === data.order.orderId ? data.order : null}
            onClose={() => setChanging(null)}
          />
          <Details data={data} />
        </>
      )}
    </DetailDialog>
  )
}

function Details({ data }: { data: AdminOrderData }) {
  const { t, i18n } = useTranslation("adminOrders")
  const { order, details, certified, history } = data
  return (
    <div className="space-y-7 text-sm">
      <EditedBy subject={`order:${order.orderId}`} />
      <p className="flex flex-wrap items-center gap-2">
        <OrderStatusBadge status={order.status} />
        <PaymentBadge order={order} />
        <span className="text-ink-soft">
          {t("details.since", { when: formatStaffDateTime(order.statusAt, i18n.language) })}
        </span>
      </p>
      <CashRisks risks={order.cashRisks} />
      <div className="grid gap-x-10 gap-y-7 md:grid-cols-2">
        <Part title={t("details.customer")}>
          <div translate="no">
            <p className="font-medium">{order.user.name}</p>
            <p className="break-all">{order.user.email}</p>
            <p className="tabular-nums">{order.user.phone}</p>
          </div>
          <p className="text-ink-soft">{order.isGuest ? t("row.guest") : t("details.account")}</p>
          {details.business && (
            <p className="mt-1.5 wrap-anywhere">
              <span translate="no">{details.business.name}</span> · {t("checkout:fields.gstin")}{" "}
              <span className="tabular-nums" translate="no">
                {details.business.gstin}
              </span>
            </p>
          )}
        </Part>
        <OrderAddress order={order} />
        <Part title={t("details.parcel")}>
          <FactRows
            rows={[
              [t("fields.carrier"), order.carrier || "–"],
              [
                t("fields.trackingNumber"),
                details.shipment?.trackingUrl ? (
                  <OuterLink key="tracking" href={details.shipment.trackingUrl} translate="no">
                    {order.trackingNumber}
                  </OuterLink>
                ) : (
                  order.trackingNumber || "–"
                ),
              ],
              [
                t("fields.estimatedDelivery"),
                order.estimatedDelivery ? formatDate(order.estimatedDelivery, i18n.language) : "–",
              ],
            ]}
          />
        </Part>
        <Part title={t("details.payment")}>
          <FactRows
            rows={[
              [
                t("details.transaction"),
                order.paymentId ? (
                  <TextLink
                    key="transaction"
                    to={`/admin/transactions?transaction=${order.paymentId}`}
                    translate="no"
                  >
                    {order.paymentId}
                  </TextLink>
                ) : (
                  "–"
                ),
              ],
              [t("details.invoice"), order.invoiceNumber || "–"],
            ]}
          />
        </Part>
      </div>
      <CashCard order={order} version={details.version} />
      <OrderGoods order={order} certified={certified} />
      <ReturnDecisions order={order} requests={details.returns} certified={certified} />
      <ClaimDecisions orderId={order.orderId} version={details.version} count={details.claims.length} />
      <OrderHistory events={history} />
    </div>
  )
}
