import { listFilters, oneOf, pageNumber, text } from "@/features/admin/shared/list-filters"
import { freshQuery, pageQuery } from "@/features/admin/shared/query-options"
import { read, type Schemas } from "@/lib/api"
import { z } from "@/lib/zod"

export type AdminDiscount = Schemas["AdminDiscount"]
export type DiscountStatus = Schemas["DiscountStatus"]
export type DiscountDay = Schemas["DiscountDay"]
export type NewBatch = Schemas["NewDiscountBatch"]

const PAGE_SIZE = 20

export const statuses = [
  "running",
  "scheduled",
  "ended",
  "used_up",
  "off",
  "archived",
] as const satisfies readonly DiscountStatus[]
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

export const discountsKey = ["staff", "discounts"] as const

export const discountsQuery = (filters: typeof discountFilters.none) =>
  pageQuery(
    [...discountsKey, "list", filters],
    read("/api/admin/discounts", { query: { ...filters, limit: PAGE_SIZE } }),
  )

export const discountQuery = (code: string) =>
  freshQuery([...discountsKey, "one", code], read("/api/admin/discounts/{code}", { path: { code } }))

export const discountOrdersQuery = (code: string, page: number) =>
  pageQuery(
    [...discountsKey, "orders", code, page],
    read("/api/admin/discounts/{code}/orders", { path: { code }, query: { page, limit: PAGE_SIZE } }),
  )

export const batchesQuery = freshQuery(
  [...discountsKey, "batches"],
  read("/api/admin/discount-batches", {}, "batches"),
)
