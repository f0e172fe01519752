import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "./api"
import type { CustomizationSelection, ProductDetail } from "./types"
import { useDebounced } from "./use-debounced"

/** Debounce of the request for a quote after a change of the choice. */
export const QUOTE_AFTER_MS = 200

/**
 * The price of the items, computed by the server; a new `version` of a product causes a refetch.
 *
 * `state` and `pincode` are those of the delivery, "" before they are known: they decide the shipping charge, and the
 * parts of the tax.
 */
export const quoteQuery = (
  items: readonly Schemas["ItemIn"][],
  { version = 0, discountCode = "", state = "", pincode = "" } = {},
) =>
  queryOptions({
    queryKey: ["quote", items, version, discountCode, state, pincode],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST("/api/orders/quote", { body: { items: [...items], discountCode, state, pincode }, signal }),
      ),
    placeholderData: keepPreviousData,
  })

/** The debounced quote of a product with chosen options, in the quantity that can be bought now. */
export function useProductQuote(
  product: ProductDetail,
  customization: CustomizationSelection,
  requested: number,
  terms: { discountCode?: string; state?: string | undefined; pincode?: string | undefined } = {},
) {
  // The stock may fall while the page is open.
  const quantity = Math.max(1, Math.min(requested, product.maxQuantity))
  const settledQuantity = useDebounced(quantity, QUOTE_AFTER_MS)
  const settledOptions = useDebounced(customization, QUOTE_AFTER_MS)
  const items = [{ productId: product._id, quantity: settledQuantity, customization: settledOptions }]
  const quote = useQuery({
    ...quoteQuery(items, { version: product.version, ...terms }),
    enabled: product.isAvailable,
  })
  const isSettling = settledQuantity !== quantity || settledOptions !== customization
  return { quantity, quote, stale: isSettling || quote.isPlaceholderData || quote.isFetching }
}
