import { useState } from "react"
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom"
import { ExportButton } from "@/features/admin/exports/export-button"
import { Counter, Counters } from "@/features/admin/shared/counters"
import { formatCount, useLabels } from "@/features/admin/shared/labels"
import { useListFilters } from "@/features/admin/shared/list-filters"
import { ListPage } from "@/features/admin/shared/list-page"
import { orderAddress } from "@/features/admin/shared/record-address"
import { DataTable } from "@/features/admin/shared/table/data-table"
import { useExactHit } from "@/features/admin/shared/table/use-exact-hit"
import { useSelection } from "@/features/admin/shared/use-selection"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { useMay } from "@/stores/session"
import { BulkBar } from "./bulk-bar"
import { useOrderColumns } from "./order-columns"
import { OrderFilterPanel } from "./order-filter-panel"
import { orderFilters } from "./order-filters"
import type { AdminOrder, OrderStatus } from "./queries"
import { StatusDialog } from "./status-dialog"
import { useOrders } from "./use-orders"

/** The statuses of the work before the dispatch, as tabs of the plain view. */
const queue = ["", "confirmed", "processing", "packaging"] as const

/** The two views of the orders, and the page of an order for addresses of its former dialog. */
export function Component() {
  const opened = useSearchParams()[0].get("order")
  const isAdvanced = useLocation().pathname.endsWith("/order-management")
  if (opened) return <Navigate replace to={orderAddress(opened)} />
  return <Orders key={String(isAdvanced)} isAdvanced={isAdvanced} />
}

/** The list of orders: with tabs of the work to do, or as the advanced view with figures and all filters. */
function Orders({ isAdvanced }: { isAdvanced: boolean }) {
  const { t } = useTranslation("adminOrders")
  const labels = useLabels()
  const navigate = useNavigate()
  const { filters: all, addressOf } = useListFilters(orderFilters)
  const { search, status, page } = all
  const filters = isAdvanced ? all : { ...orderFilters.none, search, status, page }
  const list = useOrders(filters, (changed) => selection.update(changed))
  const { query, rows, waiting, pagination, summary, isNew, admit, holdWhileHovered, renew } = list
  const selection = useSelection(addressOf({}), rows, ({ orderId }) => orderId)
  const mayMove = useMay("orders:write")
  useExactHit(search, list.found, (id) => void navigate(orderAddress(id)))
  const [orderToChange, setOrderToChange] = useState<AdminOrder | null>(null)
  const cells = useOrderColumns(setOrderToChange)
  const filtered = orderFilters.count(filters) > 0
  const statusTitle = (name: OrderStatus | "") => (name ? labels.orderStatus(name) : t("allStatuses"))
  const tabs = { label: t("columns.status"), names: queue, title: statusTitle }
  return (
    <>
      <ListPage
        title={t(isAdvanced ? "advanced.title" : "simple.title")}
        actions={<ExportButton kind="orders" filters={orderFilters.exported(filters)} />}
        list={orderFilters}
        query={query}
        renew={renew}
        loading={t("loading")}
        failed={t("failed")}
        tabs={isAdvanced ? undefined : tabs}
        search={isAdvanced ? undefined : { label: t("filters.search"), hint: t("filters.searchHint") }}
        tools={
          isAdvanced && (
            <>
              {summary && (
                <Counters
                  // Other filters are other figures: a new key avoids the highlight of a change.
                  key={addressOf({})}
                  label={t(filtered ? "figures.filtered" : "figures.all")}
                >
                  <Counter label={t("figures.total")} value={formatCount(summary.totalOrders)} />
                  <Counter label={t("figures.revenue")} value={formatRupees(summary.totalRevenue)} />
                  <Counter label={t("figures.pending")} value={formatCount(summary.pendingOrders)} />
                  <Counter label={t("figures.paid")} value={formatCount(summary.paidOrders)} />
                </Counters>
              )}
              <OrderFilterPanel />
            </>
          )
        }
        waiting={{
          count: waiting,
          label: t("waiting", { count: waiting }),
          onShow: admit,
          ref: holdWhileHovered,
        }}
        shown={rows.length}
        empty={{ title: t("empty"), text: filtered ? t("emptyText") : t("emptyAll") }}
        pagination={pagination}
      >
        <DataTable
          label={t("region")}
          cells={cells}
          title={(name) => t(`columns.${name}`)}
          right={["amount"]}
          card={["order", "amount", "customer", "status", "payment", "date"]}
          rows={rows}
          keyOf={({ _id }) => _id}
          versionOf={({ version }) => version}
          isNew={isNew}
          choose={mayMove ? selection.choose : undefined}
          chooseAll={selection.chooseAll}
        />
      </ListPage>
      <BulkBar chosen={selection.selected} onClear={selection.clear} />
      <StatusDialog
        // The newest state; the row may have left the page.
        order={rows.find(({ _id }) => _id === orderToChange?._id) ?? orderToChange}
        onClose={() => setOrderToChange(null)}
      />
    </>
  )
}
