import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { api, read, type Schemas, unwrapWithMessage } from "@/lib/api"
import type { DiscountFilters } from "./filters"

export type AdminDiscount = Schemas["AdminDiscount"]
export type DiscountStatus = Schemas["DiscountStatus"]
export type DiscountDay = Schemas["DiscountDay"]
export type DiscountBody = Schemas["DiscountIn"]
type BatchBody = Schemas["DiscountBatchIn"]
export type NewBatch = Schemas["NewDiscountBatch"]

const PAGE_SIZE = 20

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

/** Create a code, or update it if it still has this `version`. */
export const saveDiscount = ({ code, ...rule }: DiscountBody, version: number | null) =>
  unwrapWithMessage(
    version === null
      ? api.POST("/api/admin/discounts", { body: { code, ...rule } })
      : api.PUT("/api/admin/discounts/{code}", { params: pathOf(code), body: { ...rule, version } }),
  )

export const switchDiscount = (code: string, isActive: boolean) =>
  unwrapWithMessage(
    api.POST("/api/admin/discounts/{code}/active", { params: pathOf(code), body: { isActive } }),
  )

export const removeDiscount = (code: string) =>
  unwrapWithMessage(api.DELETE("/api/admin/discounts/{code}", { params: pathOf(code) }))

export const restoreDiscount = (code: string) =>
  unwrapWithMessage(api.POST("/api/admin/discounts/{code}/restore", { params: pathOf(code) }))

/** Generate codes; the answer alone names them, and the same `key` gets it again. */
export const createBatch = (body: BatchBody, key: string) =>
  unwrapWithMessage(api.POST("/api/admin/discount-batches", { body, headers: { "Idempotency-Key": key } }))

export const switchOffBatch = (batch: string) =>
  unwrapWithMessage(
    api.POST("/api/admin/discount-batches/{batch}/switch-off", { params: { path: { batch } } }),
  )
