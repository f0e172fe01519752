import { useQuery } from "@tanstack/react-query"
import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { guestOrdersQuery } from "@/lib/guest-orders"
import { formatRupees } from "@/lib/money"
import { formatDateTime } from "@/lib/time"
import { useAction } from "@/lib/use-action"

/** Offers to claim guest orders placed with the account's address; renders nothing without any. */
export function GuestOrders() {
  const { t, i18n } = useTranslation("orders")
  const { data: orders = [] } = useQuery(guestOrdersQuery)
  const adopt = useAction({
    act: () => unwrap(api.POST("/api/auth/guest-orders/adopt")),
    done: ({ orderIds }) => t("guest.done", { count: orderIds.length }),
    // An open list of orders is updated by its topic.
    renews: [guestOrdersQuery.queryKey, ["me", "orders"]],
    failed: t("guest.failed"),
  })
  if (orders.length === 0) return null
  return (
    <section
      aria-labelledby="guest-orders"
      className="mt-8 rounded-md border border-accent bg-paper p-5 sm:p-7"
    >
      <h2 id="guest-orders" className="text-xl">
        {t("guest.title", { count: orders.length })}
      </h2>
      <p className="mt-1 text-ink-soft text-sm">{t("guest.text")}</p>
      <ul className="mt-4 space-y-2 text-sm">
        {orders.map(({ orderId, createdAt, items, totalAmount }) => (
          <li key={orderId} className="wrap-anywhere">
            <span className="font-medium">{t("order", { orderId })}</span>{" "}
            <span className="text-ink-soft">
              {formatDateTime(createdAt, i18n.language)} · {items?.map(({ title }) => title).join(", ")} ·{" "}
              <span translate="no">{formatRupees(totalAmount ?? 0)}</span>
            </span>
          </li>
        ))}
      </ul>
      <Button className="mt-5" busy={adopt.isPending} onClick={() => adopt.mutate()}>
        {t("guest.adopt", { count: orders.length })}
      </Button>
    </section>
  )
}
