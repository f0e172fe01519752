import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "@/lib/api"

/** The same key and shape as the product page's: whoever comes from there waits for nothing. */
export const productQuery = (slug: string) =>
  queryOptions({
    queryKey: ["product", slug],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET("/api/products/{slug}", { params: { path: { slug } }, signal }))).product,
  })

/** What the items cost, from the one place that knows; `version` asks again when a product changed. */
export const quoteQuery = (items: readonly Schemas["ItemIn"][], version = 0) =>
  queryOptions({
    queryKey: ["quote", items, version],
    queryFn: ({ signal }) => unwrap(api.POST("/api/orders/quote", { body: { items: [...items] }, signal })),
    placeholderData: keepPreviousData,
  })
