import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import { Pagination } from "@/components/pagination"
import { useTranslation } from "@/i18n"
import { read } from "@/lib/api"
import { formatRupees } from "@/lib/money"
import { formatDate } from "@/lib/time"

const pastOrdersQuery = (page: number) => ({
  queryKey: ["me", "past-orders", page],
  queryFn: read("/api/auth/past-orders", { query: { page } }),
  placeholderData: keepPreviousData,
})

/** The customer's orders in the shop that was here before; renders nothing without any. */
export function PastOrders() {
  const { t, i18n } = useTranslation("orders")
  const [search] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get("earlier"))) || 1)
  const { orders = [], pagination } = useQuery(pastOrdersQuery(page)).data ?? {}
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="past-orders" className="mt-12">
      <h2 id="past-orders" className="text-xl">
        {t("past.title")}
      </h2>
      <p className="mt-1 text-ink-soft text-sm">{t("past.text")}</p>
      <ul className="mt-4 divide-y divide-line rounded-md border border-line bg-paper text-sm">
        {orders.map(({ number, placedAt, items, status, totalAmount }) => (
          <li key={number} className="wrap-anywhere px-5 py-4">
            <span className="font-medium">{t("order", { orderId: number })}</span>{" "}
            <span className="text-ink-soft">
              {[placedAt && formatDate(placedAt, i18n.language), status].filter(Boolean).join(" · ")}
            </span>
            <span className="block">
              {items.map(({ title, quantity }) => `${quantity} × ${title}`).join(", ")}
            </span>
            <span translate="no">{formatRupees(totalAmount)}</span>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        totalPages={pagination?.totalPages ?? 1}
        hrefFor={(n) => (n === 1 ? "/orders" : `/orders?earlier=${n}`)}
      />
    </section>
  )
}
