import { type ReactNode, useState } from "react"
import { ExportButton } from "@/features/admin/exports/export-button"
import { ListPage } from "@/features/admin/shared/list-page"
import { DataTable } from "@/features/admin/shared/table/data-table"
import { useExactHit } from "@/features/admin/shared/table/use-exact-hit"
import { useOpened } from "@/features/admin/shared/use-opened"
import { useTranslation } from "@/i18n"
import { useOrderColumns } from "./order-columns"
import { OrderDialog } from "./order-dialog"
import { type OrderFilters, orderFilters } from "./order-filters"
import type { AdminOrder } from "./queries"
import { StatusDialog } from "./status-dialog"
import type { useOrders } from "./use-orders"

type OrdersListProps = {
  title: string
  list: ReturnType<typeof useOrders>
  filters: OrderFilters
  search?: { label: string; hint: string }
  tools?: ReactNode
  /** Selection checkbox of an order. */
  choose?: ((order: AdminOrder) => ReactNode) | undefined
  /** Below the orders. */
  children?: ReactNode
}

/** A page of orders, with the dialogs that its rows open. */
export function OrdersList({ title, list, filters, search, tools, choose, children }: OrdersListProps) {
  const { t } = useTranslation("adminOrders")
  const { query, rows, waiting, pagination, isNew, admit, holdWhileHovered, renew } = list
  const { opened, open, close } = useOpened("order")
  useExactHit(filters.search, list.found, open)
  const [orderToChange, setOrderToChange] = useState<AdminOrder | null>(null)
  const cells = useOrderColumns({ onView: open, onMove: setOrderToChange })
  const filtered = orderFilters.count(filters) > 0
  return (
    <>
      <ListPage
        title={title}
        actions={<ExportButton kind="orders" filters={orderFilters.exported(filters)} />}
        list={orderFilters}
        query={query}
        renew={renew}
        loading={t("loading")}
        failed={t("failed")}
        search={search}
        tools={tools}
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
          rows={rows}
          keyOf={({ _id }) => _id}
          versionOf={({ version }) => version}
          isNew={isNew}
          choose={choose}
        />
      </ListPage>
      {children}
      <StatusDialog
        // The newest state; the row may have left the page.
        order={rows.find(({ _id }) => _id === orderToChange?._id) ?? orderToChange}
        onClose={() => setOrderToChange(null)}
      />
      <OrderDialog orderId={opened} onClose={close} />
    </>
  )
}
