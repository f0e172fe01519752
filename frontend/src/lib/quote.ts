import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "./api"

/** The server is asked what a choice costs when nobody has changed it for so long. */
export const QUOTE_AFTER_MS = 200

/**
 * What the items cost, from the one place that knows; `version` asks again when a product has changed.
 *
 * `state` is where they go, "" before that is known: the tax within the shop's own state is rounded in halves.
 */
export const quoteQuery = (
  items: readonly Schemas["ItemIn"][],
  { version = 0, discountCode = "", state = "" } = {},
) =>
  queryOptions({
    queryKey: ["quote", items, version, discountCode, state],
    queryFn: ({ signal }) =>
      unwrap(api.POST("/api/orders/quote", { body: { items: [...items], discountCode, state }, signal })),
    placeholderData: keepPreviousData,
  })
