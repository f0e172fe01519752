import type { ReactNode } from "react"
import { useNavigate } from "react-router-dom"
import { type Column, DataTable } from "@/features/admin/shared/table/data-table"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { NewRowsButton } from "@/features/admin/shared/table/new-rows-button"
import { Paged } from "@/features/admin/shared/table/paged"
import { useTranslation } from "@/i18n"
import type { AdminOrder } from "./order-queries"
import type { useOrders } from "./use-orders"

type OrdersListProps = {
  list: ReturnType<typeof useOrders>
  columns: readonly Column<AdminOrder>[]
  /** Whether filters are set, for the text of the empty state. */
  filtered: boolean
  hrefFor: (page: number) => string
  /** Selection checkbox of an order. */
  choose?: (order: AdminOrder) => ReactNode
  /** Below the orders. */
  children?: ReactNode
}

/** A page of orders, with a button that shows new ones. */
export function OrdersList({ list, columns, filtered, hrefFor, choose, children }: OrdersListProps) {
  const { t } = useTranslation("adminOrders")
  const navigate = useNavigate()
  const { query, rows, waiting, pagination, isNew, admit, holdWhileHovered } = list
  return (
    <Loaded query={query} loading={t("loading")} failed={t("failed")}>
      {() => (
        <div ref={holdWhileHovered}>
          <NewRowsButton
            count={waiting}
            label={t("waiting", { count: waiting })}
            onShow={() => {
              admit()
              if (pagination && pagination.page > 1) navigate(hrefFor(1))
            }}
          />
          <Paged
            shown={rows.length}
            empty={{ title: t("empty"), text: filtered ? t("emptyText") : t("emptyAll") }}
            pages={pagination && { ...pagination, hrefFor }}
          >
            <DataTable
              label={t("region")}
              columns={columns}
              rows={rows}
              keyOf={({ _id }) => _id}
              versionOf={({ version }) => version}
              isNew={isNew}
              choose={choose}
            />
          </Paged>
          {children}
        </div>
      )}
    </Loaded>
  )
}
