import { queryOptions } from "@tanstack/react-query"
import { listFilters, oneOf, pageNumber, text } from "@/features/admin/shared/list-filters"
import { freshQuery, livePageQuery, pageQuery } from "@/features/admin/shared/query-options"
import { api, read, type Schemas } from "@/lib/api"
import { saveResponse } from "@/lib/save-file"
import { z } from "@/lib/zod"

export type AdminProduct = Schemas["AdminProduct"]
export type AdminProductRow = Schemas["AdminProductRow"]
export type AdminCategory = Schemas["AdminCategory"]
export type AdminCertificate = Schemas["AdminCertificate"]
export type Movement = Schemas["MovementOut"]

const PAGE_SIZE = 20

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
export const productsKey = ["staff", "products"] as const
export const categoriesKey = ["staff", "categories"] as const

export const productsQuery = (filters: ProductFilters) =>
  livePageQuery(
    [...productsKey, "list", filters],
    productFilters.count(filters) > 0,
    read("/api/admin/products", { query: { ...filters, limit: PAGE_SIZE } }),
    ({ products, ...data }) => ({ ...data, rows: products }),
  )

export const productQuery = (id: string) =>
  freshQuery(
    [...productsKey, "one", id],
    read("/api/admin/products/{product_id}", { path: { product_id: id } }, "product"),
  )

/** The GST rates that goods with this HSN code usually have, in percent. */
export const hsnRatesQuery = (code: string) =>
  queryOptions({
    queryKey: ["staff", "hsn-rates", code],
    queryFn: read("/api/admin/hsn-rates/{code}", { path: { code } }, "rates"),
    enabled: /^\d{4,8}$/.test(code),
  })

export const movementsQuery = (id: string, page: number) =>
  pageQuery(
    [...productsKey, "movements", id, page],
    read("/api/admin/products/{product_id}/movements", {
      path: { product_id: id },
      query: { page, limit: 10 },
    }),
  )

export const certificatesQuery = (id: string) =>
  freshQuery(
    [...productsKey, "certificates", id],
    read("/api/admin/products/{product_id}/certificates", { path: { product_id: id } }, "certificates"),
  )

export const categoriesQuery = freshQuery(categoriesKey, read("/api/admin/categories", {}, "categories"))

/** The newest product of a category, which a new one starts like. */
export const newestQuery = (category: string) =>
  queryOptions({
    queryKey: [...productsKey, "newest", category],
    queryFn: read("/api/admin/products", { query: { category, limit: 1 } }, "products"),
  })

/** Download the list as a CSV file. */
export async function exportProducts(filters: ProductFilters): Promise<void> {
  const params = { query: { ...filters, page: 1 } }
  await saveResponse(api.GET("/api/admin/products.csv", { params, parseAs: "blob" }), "products.csv")
}
