import { useListFilters } from "@/features/admin/shared/list-filters"
import { useTranslation } from "@/i18n"
import { orderFilters } from "./order-filters"
import { OrdersList } from "./orders-list"
import { useOrders } from "./use-orders"

/** The plain list of orders: search, and change of status. */
export function Component() {
  const { t } = useTranslation("adminOrders")
  const { search, page } = useListFilters(orderFilters).filters
  const filters = { ...orderFilters.none, search, page }
  return (
    <OrdersList
      title={t("simple.title")}
      list={useOrders(filters)}
      filters={filters}
      search={{ label: t("filters.search"), hint: t("filters.searchHint") }}
    />
  )
}
