import { queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "@/lib/api"

export const categoryQuery = (slug: string) =>
  queryOptions({
    queryKey: ["category", slug],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET("/api/categories/{slug}", { params: { path: { slug } }, signal }))).category,
  })

export type Mukhi = Schemas["MukhiOut"]

/** The rudraksha beads by the number of their faces. */
export const mukhiQuery = queryOptions({
  queryKey: ["mukhi"],
  queryFn: async ({ signal }) => (await unwrap(api.GET("/api/rudraksha", { signal }))).mukhi,
})

const CAROUSEL_SIZE = 6

/** The lists of the home page; no product is in two of them. */
export const homeQuery = queryOptions({
  queryKey: ["products", "home"],
  queryFn: async ({ signal }) => unwrap(api.GET("/api/products/home", { signal })),
})

/** A list to go on from where nothing was found; named as its API path. */
export const carouselQuery = (carousel: "featured" | "trending") =>
  queryOptions({
    queryKey: ["products", "carousel", carousel],
    queryFn: async ({ signal }) => {
      const params = { query: { limit: CAROUSEL_SIZE } }
      return (await unwrap(api.GET(`/api/products/${carousel}`, { params, signal }))).products
    },
  })

export const productByIdQuery = (productId: string) =>
  queryOptions({
    queryKey: ["product-by-id", productId],
    queryFn: async ({ signal }) =>
      (
        await unwrap(
          api.GET("/api/products/id/{product_id}", { params: { path: { product_id: productId } }, signal }),
        )
      ).product,
  })

/** Related products: the same category first, then a similar price. */
export const relatedQuery = (slug: string) =>
  queryOptions({
    queryKey: ["products", "related", slug],
    queryFn: async ({ signal }) => {
      const params = { path: { slug }, query: { limit: 4 } }
      return (await unwrap(api.GET("/api/products/{slug}/related", { params, signal }))).products
    },
  })

/** The products whose names come nearest to some words; empty when none does. */
export const similarQuery = (words: string) =>
  queryOptions({
    queryKey: ["products", "similar", words],
    queryFn: async ({ signal }) => {
      const params = { query: { search: words, limit: 4 } }
      return (await unwrap(api.GET("/api/products", { params, signal }))).products
    },
  })
