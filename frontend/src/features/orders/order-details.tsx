import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { OptionNotes, RefundedPieces } from "@/components/option-notes"
import { Picture } from "@/components/picture"
import { SectionBoundary } from "@/components/section-boundary"
import { WithOrderId } from "@/components/with-order-id"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { Secret } from "@/lib/order-access"
import { formatDateTime, formatDay } from "@/lib/time"
import { Claims } from "./claims"
import { HoldNote } from "./hold-note"
import { OrderActions } from "./order-actions"
import { OrderSide } from "./order-side"
import { Part } from "./part"
import { isAwaitingDelivery } from "./progress"
import { isWhole, type Order } from "./queries"
import { Returns } from "./returns"
import { Shipment } from "./shipment"
import { OrderStatus } from "./status"
import { Timeline } from "./timeline"

export type OrderDetailsProps = {
  order: Order
  /** Credential for the order without an account. */
  secret: Secret | null
  /** The link's own secret, which pays for a guest's order. */
  linkKey?: string
  /** Form that verifies the address, for the holder of a shared link. */
  unlock?: ReactNode
  back: { to: string; label: string }
}

export function OrderDetails({ order, secret, linkKey, unlock, back }: OrderDetailsProps) {
  const { t, i18n } = useTranslation("orders")
  const whole = isWhole(order)
  return (
    <>
      <Link
        to={back.to}
        className="print:hidden inline-flex min-h-11 items-center text-accent text-sm underline-offset-4 hover:underline"
      >
        {back.label}
      </Link>
      <h1 className="mt-1 wrap-anywhere text-3xl">
        <WithOrderId text={t("order", { orderId: order.orderId })} orderId={order.orderId} />
      </h1>
      <p className="mt-2 text-ink-soft">
        {t("placed", { time: formatDateTime(order.createdAt, i18n.language) })}
      </p>
      <div className="mt-6 max-w-md" role="status">
        <OrderStatus order={order} />
      </div>
      {order.estimatedDelivery && !order.canPay && isAwaitingDelivery(order.status) && (
        <p className="mt-3">{t("expected", { day: formatDay(order.estimatedDelivery, i18n.language) })}</p>
      )}
      {order.payBy && <HoldNote heldUntil={order.heldUntil} payBy={order.payBy} />}
      <SectionBoundary>
        <OrderActions order={order} secret={secret} linkKey={linkKey} />
      </SectionBoundary>
      {!whole && unlock}
      <div className="mt-10 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-10">
          <SectionBoundary>{order.shipment && <Shipment shipment={order.shipment} />}</SectionBoundary>
          <Part title={t("items")}>
            <ul className="divide-y divide-line">
              {order.items.map((item) => (
                <Item
                  key={item.line}
                  item={item}
                  status={order.status}
                  certificates={order.certificates.filter(({ line }) => line === item.line)}
                />
              ))}
            </ul>
          </Part>
          <SectionBoundary>
            {order.returns.length > 0 && <Returns order={order} secret={secret} />}
          </SectionBoundary>
          <SectionBoundary>
            {order.claims.length > 0 && <Claims order={order} secret={secret} />}
          </SectionBoundary>
          <SectionBoundary>
            <Timeline order={order} />
          </SectionBoundary>
        </div>
        <SectionBoundary>{whole && <OrderSide order={order} secret={secret} />}</SectionBoundary>
      </div>
    </>
  )
}

type ItemProps = { item: Order["items"][number]; status: string; certificates: Order["certificates"] }

function Item({ item, status, certificates }: ItemProps) {
  const { t } = useTranslation("orders")
  return (
    <li className="flex gap-4 py-4">
      <Picture src={item.image} alt="" sizes="80px" className="size-20 shrink-0 rounded-sm" />
      <div className="min-w-0 flex-1">
        <Link to={`/products/${item.productSlug}`} className="wrap-anywhere hover:text-accent">
          {item.title}
        </Link>
        <p className="mt-0.5 text-ink-soft text-sm">
          <OptionNotes
            customization={item.customization}
            quantity={item.quantity}
            more={item.sku && `SKU ${item.sku}`}
          />
        </p>
        {item.quantity > 1 && item.price !== null && (
          <p className="text-ink-soft text-sm tabular-nums">
            {t("each", { price: formatRupees(item.price) })}
          </p>
        )}
        <RefundedPieces pieces={item} status={status} />
        {certificates.map(({ number, isVoid }) => (
          <p key={number} className="text-sm">
            <Link
              to={`/verify/${number}`}
              className="inline-flex items-center break-all text-accent underline underline-offset-4 hover:text-accent-deep pointer-coarse:min-h-11"
            >
              {t(isVoid ? "certificate.void" : "certificate.check", { number })}
            </Link>
          </p>
        ))}
      </div>
      {item.totalPrice !== null && (
        <p className="shrink-0 font-medium tabular-nums" translate="no">
          {formatRupees(item.totalPrice)}
        </p>
      )}
    </li>
  )
}
