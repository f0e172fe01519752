import { useState } from "react"
import { Checkbox } from "@/components/checkbox"
import { ExportButton } from "@/features/admin/exports/export-button"
import { Counter, Counters } from "@/features/admin/shared/counters"
import { formatCount } from "@/features/admin/shared/labels"
import { useListFilters } from "@/features/admin/shared/list-filters"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { useExactHit } from "@/features/admin/shared/table/use-exact-hit"
import { useOpened } from "@/features/admin/shared/use-opened"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { useMay } from "@/stores/session"
import { BulkBar } from "./bulk-bar"
import { useOrderColumns } from "./order-columns"
import { OrderDialog } from "./order-dialog"
import { OrderFilterPanel } from "./order-filter-panel"
import { exportFilters, type OrderFilters, orderFilters } from "./order-filters"
import type { AdminOrder, Summary } from "./order-queries"
import { OrdersList } from "./orders-list"
import { StatusDialog } from "./status-dialog"
import { useOrders } from "./use-orders"

/** All orders with filters and figures: bulk status changes, returns, packing slips. */
export function Component() {
  const { t } = useTranslation("adminOrders")
  const { filters, addressOf, change } = useListFilters(orderFilters)
  const list = useOrders(filters)
  const { rows, summary, query, renew } = list
  const { opened, open, close } = useOpened("order")
  const mayMove = useMay("orders:write")
  useExactHit(filters.search, list.found, open)
  const [orderToChange, setOrderToChange] = useState<AdminOrder | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const columns = useOrderColumns({ onView: open, onMove: setOrderToChange })
  const filtered = orderFilters.count(filters) > 0

  function changeFilters(changed: Partial<OrderFilters>) {
    setChosen(new Set())
    change(changed)
  }
  function choose(orderId: string, yes: boolean) {
    const now = new Set(chosen)
    if (yes) now.add(orderId)
    else now.delete(orderId)
    setChosen(now)
  }
  return (
    <>
      <ListHead
        title={t("advanced.title")}
        refresh={{ label: t("refresh"), busy: query.isFetching, onPress: renew }}
      >
        <ExportButton kind="orders" filters={exportFilters(filters)} />
      </ListHead>
      <div className="mt-3 space-y-3">
        {summary && (
          // Other filters are other figures: a new key avoids the highlight of a change.
          <Figures key={addressOf({})} summary={summary} filtered={filtered} />
        )}
        <OrderFilterPanel
          filters={filters}
          onChange={changeFilters}
          onClear={() => changeFilters(orderFilters.none)}
        />
        <OrdersList
          list={list}
          columns={columns}
          filtered={filtered}
          hrefFor={(page) => addressOf({ page })}
          choose={
            mayMove
              ? ({ orderId }) => (
                  <Checkbox checked={chosen.has(orderId)} onChange={(yes) => choose(orderId, yes)}>
                    <span className="sr-only">{t("row.choose", { id: orderId })}</span>
                  </Checkbox>
                )
              : undefined
          }
        >
          <BulkBar
            chosen={rows.filter(({ orderId }) => chosen.has(orderId))}
            onClear={() => setChosen(new Set())}
          />
        </OrdersList>
      </div>
      <StatusDialog
        // The newest state; the row may have left the page.
        order={rows.find(({ _id }) => _id === orderToChange?._id) ?? orderToChange}
        onClose={() => setOrderToChange(null)}
      />
      <OrderDialog orderId={opened} onClose={close} />
    </>
  )
}

function Figures({ summary, filtered }: { summary: Summary; filtered: boolean }) {
  const { t } = useTranslation("adminOrders")
  return (
    <Counters label={filtered ? t("figures.filtered") : t("figures.all")}>
      <Counter label={t("figures.total")} value={formatCount(summary.totalOrders)} />
      <Counter label={t("figures.revenue")} value={formatRupees(summary.totalRevenue)} />
      <Counter label={t("figures.pending")} value={formatCount(summary.pendingOrders)} />
      <Counter label={t("figures.paid")} value={formatCount(summary.paidOrders)} />
    </Counters>
  )
}
