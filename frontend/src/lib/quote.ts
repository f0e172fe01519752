import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "./api"

/** Debounce of the request for a quote after a change of the choice. */
export const QUOTE_AFTER_MS = 200

/**
 * The price of the items, computed by the server; a new `version` of a product causes a refetch.
 *
 * `state` is the state of delivery, "" before it is known: within the shop's own state the tax is two rounded halves.
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
