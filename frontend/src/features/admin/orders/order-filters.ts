import { orderPayments, orderStatuses } from "@/features/admin/shared/labels"
import { listFilters, oneOf, pageNumber, text } from "@/features/admin/shared/list-filters"
import { dayFields, withValidDays } from "@/features/admin/shared/table/days"
import { z } from "@/lib/zod"

export const orderFilters = listFilters(
  z
    .object({
      status: oneOf(orderStatuses, ""),
      paymentStatus: oneOf(orderPayments, ""),
      search: text(),
      ...dayFields,
      page: pageNumber(),
    })
    .transform(withValidDays),
)
export type OrderFilters = typeof orderFilters.none
