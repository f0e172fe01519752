import { listFilters, oneOf, pageNumber, text } from "@/features/admin/shared/list-filters"
import { z } from "@/lib/zod"

export const statuses = ["all", "available", "unavailable", "low", "unusualRate", "archived"] as const
export const sorts = [
  "newest",
  "edited",
  "title",
  "price-low",
  "price-high",
  "stock-low",
  "stock-high",
] as const

export const productFilters = listFilters(
  z.object({
    search: text(),
    category: text(80),
    status: oneOf(statuses, "all"),
    sortBy: oneOf(sorts, "newest"),
    page: pageNumber(10_000),
  }),
)
export type ProductFilters = typeof productFilters.none
