import { Navigate, useSearchParams } from "react-router-dom"
import { ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { OptionNotes } from "@/components/option-notes"
import { PageHead } from "@/components/page-head"
import { Pagination } from "@/components/pagination"
import { Picture } from "@/components/picture"
import { Skeleton } from "@/components/skeleton"
import { LazySuggestions } from "@/features/catalog/lazy-suggestions"
import { useTranslation } from "@/i18n"
import { useLiveQuery, useTopicEvents } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import { retryOf } from "@/lib/retry-of"
import { formatDateTime } from "@/lib/time"
import { type User, useUser } from "@/stores/session"
import { GuestOrders } from "./guest-orders"
import { UnpaidOrders } from "./lazy-unpaid-orders"
import { PastOrders } from "./past-orders"
import { isStale, type OrderRow, ordersQuery } from "./queries"
import { OrderStatus } from "./status"

/** The customer's orders; the router requires a login. */
export function Component() {
  const { t } = useTranslation("orders")
  const { user } = useUser()
  return (
    <div className="page max-w-5xl py-10 sm:py-14">
      <PageHead title={t("title")} />
      <h1 className="text-3xl">{t("title")}</h1>
      {user && (
        <>
          <div className="mt-8 empty:hidden">
            <UnpaidOrders />
          </div>
          <GuestOrders key={user.email} />
          <Orders key={user._id} user={user} />
          <PastOrders />
        </>
      )}
    </div>
  )
}

function Orders({ user }: { user: User }) {
  const { t } = useTranslation(["orders", "shop"])
  const [search] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get("page"))) || 1)
  // The topic carries the first page; any change of it can shift the rows of a later page, which is refetched.
  const topic = `orders:${user._id}` as const
  const orders = useLiveQuery(page === 1 ? topic : null, ordersQuery(page))
  useTopicEvents(page > 1 ? topic : null, (first) => {
    if (isStale(orders.data, first)) void orders.refetch()
  })

  if (orders.isPending) {
    return (
      <div role="status" aria-label={t("shop:common.loading")} className="mt-8 space-y-5">
        <Skeleton className="h-48 rounded-md" />
        <Skeleton className="h-48 rounded-md" />
      </div>
    )
  }
  if (!orders.data) {
    return <ErrorState fallback={t("failed")} {...retryOf(orders)} />
  }
  const { totalPages } = orders.data.pagination
  const hrefFor = (n: number) => (n === 1 ? "/orders" : `/orders?page=${n}`)
  if (page > totalPages) return <Navigate replace to={hrefFor(totalPages)} />
  if (orders.data.orders.length === 0) {
    return (
      <>
        <EmptyState
          title={t("empty")}
          action={
            <>
              <ButtonLink to="/products">{t("browse")}</ButtonLink>
              <ButtonLink variant="secondary" to="/track-orders">
                {t("trackGuest")}
              </ButtonLink>
            </>
          }
        >
          {t("emptyText")}
        </EmptyState>
        <LazySuggestions />
      </>
    )
  }
  return (
    <>
      <ul className="mt-8 space-y-5">
        {orders.data.orders.map((order) => (
          <Row key={order._id} order={order} />
        ))}
      </ul>
      <div className="mt-10">
        <Pagination page={page} totalPages={totalPages} hrefFor={hrefFor} />
      </div>
    </>
  )
}

function Row({ order }: { order: OrderRow }) {
  const { t, i18n } = useTranslation("orders")
  const { orderId } = order
  return (
    <li className="rounded-md border border-line bg-paper p-5 sm:p-7">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-lg">{t("order", { orderId })}</h2>
        <p className="text-ink-soft text-sm">{formatDateTime(order.createdAt, i18n.language)}</p>
      </div>
      <div className="mt-3 max-w-md">
        <OrderStatus order={order} />
      </div>
      <ul className="mt-5 space-y-3">
        {order.items.map((item) => (
          <li key={item.line} className="flex items-center gap-4">
            <Picture src={item.image} alt="" sizes="56px" className="size-14 shrink-0 rounded-sm" />
            <span className="min-w-0 flex-1 wrap-anywhere">
              {item.title}
              <span className="block text-ink-soft text-sm">
                <OptionNotes customization={item.customization} />
              </span>
            </span>
            <span className="shrink-0 text-ink-soft text-sm tabular-nums">× {item.quantity}</span>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 border-line border-t pt-5">
        <p>
          <span className="text-ink-soft text-sm">{t("total")}</span>{" "}
          <span className="font-medium text-lg tabular-nums" translate="no">
            {formatRupees(order.totalAmount)}
          </span>
        </p>
        <ButtonLink variant="secondary" to={`/orders/${orderId}`} aria-label={t("detailsOf", { orderId })}>
          {t("details")}
        </ButtonLink>
      </div>
    </li>
  )
}
