import { useState } from "react"
import { Badge, type Tone } from "@/components/badge"
import { paymentTones } from "@/features/admin/orders/order-status"
import { useLabels } from "@/features/admin/shared/labels"
import { Panel } from "@/features/admin/shared/panel"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useHighlight } from "@/features/admin/shared/use-highlight"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { Dashboard } from "./queries"

type Order = Dashboard["recentOrders"][number]
const tones: Record<string, Tone> = paymentTones

/** The latest orders, updated live. */
export function RecentOrders({ orders }: { orders: readonly Order[] }) {
  const { t } = useTranslation("admin")
  const [first] = useState(() => new Set(orders.map(({ _id }) => _id)))
  return (
    <Panel title={t("recent.title")}>
      {orders.length === 0 ? (
        <div className="py-10 text-center">
          <p className="font-medium">{t("recent.none")}</p>
          <p className="text-ink-soft text-sm">{t("recent.noneText")}</p>
        </div>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {orders.map((order) => (
            <RecentOrder key={order._id} order={order} fresh={!first.has(order._id)} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function RecentOrder({ order, fresh }: { order: Order; fresh: boolean }) {
  const labels = useLabels()
  const { orderId, createdAt, totalAmount, status, paymentStatus } = order
  const highlighted = useHighlight<HTMLLIElement>(`${status} ${paymentStatus}`, fresh)
  return (
    <li ref={highlighted} className="space-y-1 py-2.5 text-sm">
      <span className="flex justify-between gap-4 tabular-nums">
        <span className="min-w-0 select-all break-all" translate="no">
          {orderId}
        </span>
        <span className="font-medium" translate="no">
          {formatRupees(totalAmount)}
        </span>
      </span>
      <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <StaffTime at={createdAt} className="text-ink-soft text-xs tabular-nums" />
        <span className="flex flex-wrap gap-1.5">
          <Badge>{labels.orderStatus(status)}</Badge>
          <Badge tone={tones[paymentStatus]} dot>
            {labels.orderPayment(paymentStatus)}
          </Badge>
        </span>
      </span>
    </li>
  )
}
