import { queryOptions } from "@tanstack/react-query"
import { api, unwrap } from "./api"

export const specificationNames = [
  "type",
  "origin",
  "size",
  "weight",
  "color",
  "material",
  "beads",
  "hardness",
  "deity",
  "planet",
  "mantra",
  "chakras",
  "zodiacSigns",
] as const

/** The key is also the name of the live topic: "product:{slug}". */
export const productQuery = (slug: string) =>
  queryOptions({
    queryKey: ["product", slug],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET("/api/products/{slug}", { params: { path: { slug } }, signal }))).product,
  })
