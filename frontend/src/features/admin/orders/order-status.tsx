import { Badge, type Tone } from "@/components/badge"
import { useLabels } from "@/features/admin/shared/labels"
import type { OrderPayment, OrderStatus } from "./order-queries"

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
const paymentTones: Record<OrderPayment, Tone> = {
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

export function PaymentBadge({ status }: { status: OrderPayment }) {
  return <Badge tone={paymentTones[status]}>{useLabels().orderPayment(status)}</Badge>
}
