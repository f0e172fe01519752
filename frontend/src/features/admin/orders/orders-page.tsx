import { useState } from "react"
import { ExportButton } from "@/features/admin/exports/export-button"
import { useListFilters } from "@/features/admin/shared/list-filters"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { SearchField } from "@/features/admin/shared/table/search-field"
import { useExactHit } from "@/features/admin/shared/table/use-exact-hit"
import { useOpened } from "@/features/admin/shared/use-opened"
import { useTranslation } from "@/i18n"
import { useOrderColumns } from "./order-columns"
import { OrderDialog } from "./order-dialog"
import { exportFilters, orderFilters } from "./order-filters"
import type { AdminOrder } from "./order-queries"
import { OrdersList } from "./orders-list"
import { StatusDialog } from "./status-dialog"
import { useOrders } from "./use-orders"

/** The plain list of orders: search, and change of status. */
export function Component() {
  const { t } = useTranslation("adminOrders")
  const { filters: all, addressOf, change } = useListFilters(orderFilters)
  const { search, page } = all
  const filters = { ...orderFilters.none, search, page }
  const list = useOrders(filters)
  const { rows, query, renew } = list
  const { opened, open, close } = useOpened("order")
  useExactHit(filters.search, list.found, open)
  const [orderToChange, setOrderToChange] = useState<AdminOrder | null>(null)
  const columns = useOrderColumns({ onView: open, onMove: setOrderToChange })
  return (
    <>
      <ListHead
        title={t("simple.title")}
        refresh={{ label: t("refresh"), busy: query.isFetching, onPress: renew }}
      >
        <ExportButton kind="orders" filters={exportFilters(filters)} />
      </ListHead>
      <SearchField
        label={t("filters.search")}
        hint={t("filters.searchHint")}
        value={search}
        className="mt-3"
        onSearch={(search) => change({ search })}
      />
      <div className="mt-3 space-y-3">
        <OrdersList
          list={list}
          columns={columns}
          filtered={search !== ""}
          hrefFor={(other) => addressOf({ page: other })}
        />
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
