import { queryOptions } from "@tanstack/react-query"
import { listFilters, oneOf, pageNumber, text } from "@/features/admin/shared/list-filters"
import { listQuery } from "@/features/admin/shared/list-query"
import { read, type Schemas } from "@/lib/api"
import { z } from "@/lib/zod"

export type AdminDiscount = Schemas["AdminDiscount"]
export type DiscountStatus = Schemas["DiscountStatus"]
export type DiscountDay = Schemas["DiscountDay"]
export type DiscountBody = Schemas["DiscountIn"]
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
type DiscountFilters = typeof discountFilters.none

export const discountsKey = ["staff", "discounts"] as const

export const discountsQuery = (filters: DiscountFilters) =>
  queryOptions({
    queryKey: [...discountsKey, "list", filters],
    queryFn: read("/api/admin/discounts", { query: { ...filters, limit: PAGE_SIZE } }),
    ...listQuery,
  })

const pathOf = (code: string) => ({ path: { code } })

export const discountQuery = (code: string) =>
  queryOptions({
    queryKey: [...discountsKey, "one", code],
    queryFn: read("/api/admin/discounts/{code}", pathOf(code)),
    staleTime: 0,
  })

export const discountOrdersQuery = (code: string, page: number) =>
  queryOptions({
    queryKey: [...discountsKey, "orders", code, page],
    queryFn: read("/api/admin/discounts/{code}/orders", {
      ...pathOf(code),
      query: { page, limit: PAGE_SIZE },
    }),
    ...listQuery,
  })

export const batchesQuery = queryOptions({
  queryKey: [...discountsKey, "batches"],
  queryFn: read("/api/admin/discount-batches", {}, "batches"),
  staleTime: 0,
})
