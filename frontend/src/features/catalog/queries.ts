import { queryOptions } from "@tanstack/react-query"
import { read, type Schemas } from "@/lib/api"

export const categoryQuery = (slug: string) =>
  queryOptions({
    queryKey: ["category", slug],
    queryFn: read("/api/categories/{slug}", { path: { slug } }, "category"),
  })

export type Mukhi = Schemas["MukhiOut"]

/** The rudraksha beads by the number of their faces. */
export const mukhiQuery = queryOptions({
  queryKey: ["mukhi"],
  queryFn: read("/api/rudraksha", {}, "mukhi"),
})

const CAROUSEL_SIZE = 6

/** The lists of the home page; no product is in two of them. */
export const homeQuery = queryOptions({
  queryKey: ["products", "home"],
  queryFn: read("/api/products/home"),
})

/** A list to go on from where nothing was found; named as its API path. */
export const carouselQuery = (carousel: "featured" | "trending") =>
  queryOptions({
    queryKey: ["products", "carousel", carousel],
    queryFn: read(`/api/products/${carousel}`, { query: { limit: CAROUSEL_SIZE } }, "products"),
  })

export const productByIdQuery = (productId: string) =>
  queryOptions({
    queryKey: ["product-by-id", productId],
    queryFn: read("/api/products/id/{product_id}", { path: { product_id: productId } }, "product"),
  })

/** Related products: the same category first, then a similar price. */
export const relatedQuery = (slug: string) =>
  queryOptions({
    queryKey: ["products", "related", slug],
    queryFn: read("/api/products/{slug}/related", { path: { slug }, query: { limit: 4 } }, "products"),
  })

/** The products whose names come nearest to some words; empty when none does. */
export const similarQuery = (words: string) =>
  queryOptions({
    queryKey: ["products", "similar", words],
    queryFn: read("/api/products", { query: { search: words, limit: 4 } }, "products"),
  })
