import { queryOptions } from "@tanstack/react-query"
import { api, unwrap } from "@/lib/api"

/** The same key and shape as the product page's: whoever comes from there waits for nothing. */
export const productQuery = (slug: string) =>
  queryOptions({
    queryKey: ["product", slug],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET("/api/products/{slug}", { params: { path: { slug } }, signal }))).product,
  })
