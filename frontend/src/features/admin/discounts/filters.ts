import { listFilters, oneOf, pageNumber, text } from "@/features/admin/shared/list-filters"
import type { Schemas } from "@/lib/api"
import { z } from "@/lib/zod"

export const statuses = [
  "running",
  "scheduled",
  "ended",
  "used_up",
  "off",
  "archived",
] as const satisfies readonly Schemas["DiscountStatus"][]
/** The last one only for those who see revenue. */
export const sorts = ["newest", "code", "ends", "uses", "revenue"] as const

export const discountFilters = listFilters(
  z.object({
    search: text(),
    status: oneOf(statuses, ""),
    /** A batch's id, "all", or empty: the codes made one by one. */
    batch: text(20),
    sortBy: oneOf(sorts, "newest"),
    page: pageNumber(),
  }),
)
export type DiscountFilters = typeof discountFilters.none
