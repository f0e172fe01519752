import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "./api"

/** What the items cost, from the one place that knows; `version` asks again when a product has changed. */
export const quoteQuery = (items: readonly Schemas["ItemIn"][], version = 0) =>
  queryOptions({
    queryKey: ["quote", items, version],
    queryFn: ({ signal }) => unwrap(api.POST("/api/orders/quote", { body: { items: [...items] }, signal })),
    placeholderData: keepPreviousData,
  })
