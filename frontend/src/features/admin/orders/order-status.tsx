import { Badge, type Tone } from "@/components/badge"
import { useLabels } from "@/features/admin/shared/labels"
import type { AdminOrder, OrderPayment, OrderStatus } from "./queries"

const tones: Record<OrderStatus, Tone> = {
  pending: "warning",
  confirmed: "info",
  processing: "info",
  packaging: "info",
  dispatched: "orange",
  out_for_delivery: "orange",
  shipped: "orange",
  delivered: "success",
  cancelled: "neutral",
  returned: "purple",
  refunded: "purple",
}
export const paymentTones: Record<OrderPayment, Tone> = {
  pending: "warning",
  paid: "success",
  failed: "danger",
  refunded: "purple",
}

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return (
    <Badge tone={tones[status]} dot>
      {useLabels().orderStatus(status)}
    </Badge>
  )
}

type PaymentBadgeProps = { order: Pick<AdminOrder, "paymentStatus" | "cashOnDelivery"> }

export function PaymentBadge({ order: { paymentStatus, cashOnDelivery } }: PaymentBadgeProps) {
  const labels = useLabels()
  // Its goods are sent unpaid.
  if (cashOnDelivery && paymentStatus === "pending") return <Badge tone="info">{labels.method("Cash")}</Badge>
  return <Badge tone={paymentTones[paymentStatus]}>{labels.orderPayment(paymentStatus)}</Badge>
}
