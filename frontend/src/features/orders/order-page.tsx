import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Link, useParams } from "react-router-dom"
import { ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { OptionNotes } from "@/components/option-notes"
import { PageTitle } from "@/components/page-title"
import { Picture } from "@/components/picture"
import { QuoteTotals } from "@/components/quote-totals"
import { Skeleton } from "@/components/skeleton"
import { hasText, useTranslation } from "@/i18n"
import { ApiError, type Schemas } from "@/lib/api"
import { isIndianState } from "@/lib/indian-states"
import { useTopic } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import { formatDateTime, formatDay } from "@/lib/time"
import { type Order, orderQuery } from "./queries"
import { OrderStatus } from "./status"

export function Component() {
  const { t } = useTranslation(["orders", "shop"])
  const { orderId = "" } = useParams()
  const query = orderQuery(orderId)
  const order = useQuery(query)
  const unknown = order.error instanceof ApiError && order.error.status === 404
  useTopic<Order, Schemas["OrderData"]>(unknown ? null : `order:${orderId}`, query, {
    merge: (_, data) => data.order,
  })

  return (
    <div className="page max-w-5xl py-10 sm:py-14">
      <PageTitle title={t("order", { orderId })} />
      {order.data ? (
        <Details order={order.data} />
      ) : order.isPending ? (
        <div role="status" aria-label={t("shop:common.loading")} className="space-y-6">
          <Skeleton className="h-12 w-2/3" />
          <Skeleton className="h-72 rounded-md" />
        </div>
      ) : unknown ? (
        <EmptyState
          heading="h1"
          title={t("notFound")}
          action={<ButtonLink to="/orders">{t("back")}</ButtonLink>}
        />
      ) : (
        <ErrorState
          error={order.error}
          fallback={t("failedOne")}
          retrying={order.isFetching}
          onRetry={() => void order.refetch()}
        />
      )}
    </div>
  )
}

function Details({ order }: { order: Order }) {
  const { t, i18n } = useTranslation(["orders", "checkout"])
  const { name, street, city, state, pincode, phone, email } = order.shippingAddress
  return (
    <>
      <Link
        to="/orders"
        className="inline-flex min-h-11 items-center text-accent text-sm underline-offset-4 hover:underline"
      >
        {t("back")}
      </Link>
      <h1 className="mt-1 break-words text-3xl">{t("order", { orderId: order.orderId })}</h1>
      <p className="mt-2 text-ink-soft">
        {t("placed", { time: formatDateTime(order.createdAt, i18n.language) })}
      </p>
      <div className="mt-6 max-w-md" role="status">
        <OrderStatus status={order.status} />
      </div>
      <div className="mt-10 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-10">
          <Part title={t("items")}>
            <ul className="divide-y divide-line">
              {order.items.map((item) => (
                <Item key={`${item.productSlug}${JSON.stringify(item.customization)}`} item={item} />
              ))}
            </ul>
          </Part>
          <Timeline order={order} />
        </div>
        <div className="space-y-10">
          <Part title={t("checkout:summary.title")}>
            <QuoteTotals quote={{ ...order, lines: [] }} />
          </Part>
          <Part title={t("payment")}>
            <p>{t(`paymentStatus.${paymentName(order.paymentStatus)}`)}</p>
            {order.paymentId && (
              <p className="mt-1 break-all text-ink-soft text-sm">
                {t("paymentId")}{" "}
                <Link
                  to={`/order-confirmation/${order.paymentId}`}
                  className="text-accent underline underline-offset-4"
                >
                  {order.paymentId}
                </Link>
              </p>
            )}
          </Part>
          <Part title={t("delivery")}>
            <address className="break-words not-italic">
              {name}
              <br />
              {street}
              <br />
              {city}, {isIndianState(state) ? t(`checkout:states.${state}`) : state} {pincode}
            </address>
            <p className="mt-2 break-words text-ink-soft text-sm">
              {phone}
              <br />
              {email}
            </p>
            {order.estimatedDelivery && (
              <p className="mt-3">
                {t("expected", { day: formatDay(order.estimatedDelivery, i18n.language) })}
              </p>
            )}
          </Part>
        </div>
      </div>
    </>
  )
}

const paymentNames = ["pending", "paid", "failed", "refunded"] as const
const paymentName = (status: string) => paymentNames.find((known) => known === status) ?? "pending"

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 border-line border-b pb-2 text-xl">{title}</h2>
      {children}
    </section>
  )
}

function Item({ item }: { item: Order["items"][number] }) {
  const { t } = useTranslation("orders")
  return (
    <li className="flex gap-4 py-4">
      <Picture src={item.image} alt="" sizes="80px" className="size-20 shrink-0 rounded-sm" />
      <div className="min-w-0 flex-1">
        <Link to={`/products/${item.productSlug}`} className="break-words hover:text-accent">
          {item.title}
        </Link>
        <p className="mt-0.5 text-ink-soft text-sm">
          <OptionNotes customization={item.customization} quantity={item.quantity} />
        </p>
        {item.quantity > 1 && (
          <p className="text-ink-soft text-sm tabular-nums">
            {t("each", { price: formatRupees(item.price) })}
          </p>
        )}
      </div>
      <p className="shrink-0 font-medium tabular-nums">{formatRupees(item.totalPrice)}</p>
    </li>
  )
}

/** What happened to the order, as recorded; the newest last. */
function Timeline({ order }: { order: Order }) {
  const { t, i18n } = useTranslation("orders")
  const told = order.history.flatMap((event) => {
    const key = event.name.replace(".", "_")
    // Not everything that is recorded is of interest here, such as our mails.
    return hasText("orders", `events.${key}`) ? [{ ...event, key: key as "order_placed" }] : []
  })
  return (
    <Part title={t("timeline")}>
      <ol className="space-y-4 pt-1">
        {told.map((event) => (
          <li key={`${event.name}${event.at}`} className="flex gap-4">
            <span aria-hidden="true" className="mt-2 size-2.5 shrink-0 rounded-full bg-gold" />
            <div>
              <p>{t(`events.${event.key}`)}</p>
              <p className="text-ink-soft text-sm">{formatDateTime(event.at, i18n.language)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Part>
  )
}
