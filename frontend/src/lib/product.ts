import { queryOptions } from "@tanstack/react-query"
import { read } from "./api"

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
    queryFn: read("/api/products/{slug}", { path: { slug } }, "product"),
  })
