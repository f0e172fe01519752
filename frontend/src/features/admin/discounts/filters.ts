import { readPage } from "@/features/admin/shared/read-page"
import type { Schemas } from "@/lib/api"

export const statuses = [
  "running",
  "scheduled",
  "ended",
  "used_up",
  "off",
  "archived",
] as const satisfies readonly Schemas["DiscountStatus"][]
/** The last one only for those who see revenue. */
export const sorts = ["newest", "code", "ends", "uses", "revenue"] as const

export type DiscountFilters = {
  page: number
  search: string
  status: Schemas["DiscountStatus"] | ""
  /** A batch's id, "all", or empty: the codes made one by one. */
  batch: string
  sortBy: (typeof sorts)[number]
}

export const noFilters: DiscountFilters = { page: 1, search: "", status: "", batch: "", sortBy: "newest" }

/** Read the filters from the URL; invalid values become the defaults. */
export function readFilters(params: URLSearchParams): DiscountFilters {
  return {
    page: readPage(params),
    search: (params.get("search") ?? "").trim().slice(0, 100),
    status: statuses.find((name) => name === params.get("status")) ?? "",
    batch: (params.get("batch") ?? "").slice(0, 20),
    sortBy: sorts.find((name) => name === params.get("sortBy")) ?? "newest",
  }
}

/** URL parameters of the filters that differ from the defaults. */
export function writeFilters(filters: DiscountFilters): URLSearchParams {
  const changed = Object.entries(filters).filter(
    ([name, value]) => value !== noFilters[name as keyof DiscountFilters],
  )
  return new URLSearchParams(changed.map(([name, value]): [string, string] => [name, String(value)]))
}
