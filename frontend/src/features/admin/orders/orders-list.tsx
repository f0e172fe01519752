import type { ReactNode } from "react"
import { type Column, DataTable } from "@/features/admin/shared/table/data-table"
import { Paged } from "@/features/admin/shared/table/paged"
import { Loaded } from "@/features/admin/shared/table/states"
import { Waiting } from "@/features/admin/shared/table/waiting"
import { useTranslation } from "@/i18n"
import type { AdminOrder } from "./order-queries"
import type { useOrders } from "./use-orders"

type OrdersListProps = {
  list: ReturnType<typeof useOrders>
  columns: readonly Column<AdminOrder>[]
  /** Whether none are there because of what was asked for. */
  filtered: boolean
  hrefFor: (page: number) => string
  /** Before each order: a box to choose it by. */
  choose?: (order: AdminOrder) => ReactNode
  /** Below the orders. */
  children?: ReactNode
}

/** A page of orders; new ones wait above it until they are let in. */
export function OrdersList({ list, columns, filtered, hrefFor, choose, children }: OrdersListProps) {
  const { t } = useTranslation("adminOrders")
  const { query, rows, waiting, pagination, renew } = list
  return (
    <Loaded query={query} loading={t("loading")} failed={t("failed")}>
      {() => (
        <>
          <Waiting count={waiting} label={t("waiting", { count: waiting })} onShow={renew} />
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
              choose={choose}
            />
          </Paged>
          {children}
        </>
      )}
    </Loaded>
  )
}
