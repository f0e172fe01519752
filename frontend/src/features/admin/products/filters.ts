import { readPage } from "@/features/admin/shared/read-page"
export const statuses = ["all", "available", "unavailable", "low", "unusualRate", "archived"] as const
export const sorts = [
  "newest",
  "edited",
  "title",
  "price-low",
  "price-high",
  "stock-low",
  "stock-high",
] as const

type ProductStatus = (typeof statuses)[number]
type ProductSort = (typeof sorts)[number]
export type ProductFilters = {
  page: number
  search: string
  category: string
  status: ProductStatus
  sortBy: ProductSort
}

export const noFilters: ProductFilters = {
  page: 1,
  search: "",
  category: "",
  status: "all",
  sortBy: "newest",
}

const oneOf = <T extends string>(known: readonly T[], value: string | null, fallback: T): T =>
  known.find((each) => each === value) ?? fallback

/** Read the filters from the URL; invalid values become the defaults. */
export function readFilters(params: URLSearchParams): ProductFilters {
  return {
    page: readPage(params, 10_000),
    search: (params.get("search") ?? "").slice(0, 100),
    category: (params.get("category") ?? "").slice(0, 80),
    status: oneOf(statuses, params.get("status"), "all"),
    sortBy: oneOf(sorts, params.get("sortBy"), "newest"),
  }
}

/** URL parameters of the filters that differ from the defaults. */
export function writeFilters(filters: ProductFilters): URLSearchParams {
  const changed = Object.entries(filters).filter(
    ([name, value]) => value !== noFilters[name as keyof ProductFilters],
  )
  return new URLSearchParams(changed.map(([name, value]): [string, string] => [name, String(value)]))
}
