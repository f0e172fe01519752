/** The product list's filters; they live in the URL, so that reload, Back and a sent link keep them. */
export type ListFilters = {
  search: string
  /** Slugs of categories. */
  categories: readonly string[]
  /** Rupees; null is no limit. */
  minPrice: number | null
  maxPrice: number | null
  featured: boolean
  sort: Sort
  page: number
}

export const sorts = ["newest", "price-low", "price-high", "name", "rating"] as const
export type Sort = (typeof sorts)[number]

export const PAGE_SIZE = 12

const isSort = (value: string | null): value is Sort => sorts.some((sort) => sort === value)

function amount(value: string | null): number | null {
  const rupees = Number(value)
  return value && Number.isFinite(rupees) && rupees > 0 ? rupees : null
}

/** Read the filters from the address; whatever makes no sense there is as if it were absent. */
export function readFilters(params: URLSearchParams): ListFilters {
  const sort = params.get("sortBy")
  const page = Number(params.get("page"))
  return {
    search: (params.get("search") ?? "").trim().slice(0, 100),
    categories: [...new Set((params.get("category") ?? "").split(",").filter(Boolean))],
    minPrice: amount(params.get("minPrice")),
    maxPrice: amount(params.get("maxPrice")),
    featured: params.get("isFeatured") === "true",
    sort: isSort(sort) ? sort : "newest",
    page: Number.isInteger(page) && page > 1 ? page : 1,
  }
}

/** Write the filters into an address; defaults are left out. */
export function writeFilters(filters: ListFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (filters.search) params.set("search", filters.search)
  if (filters.categories.length > 0) params.set("category", filters.categories.join(","))
  if (filters.minPrice !== null) params.set("minPrice", String(filters.minPrice))
  if (filters.maxPrice !== null) params.set("maxPrice", String(filters.maxPrice))
  if (filters.featured) params.set("isFeatured", "true")
  if (filters.sort !== "newest") params.set("sortBy", filters.sort)
  if (filters.page > 1) params.set("page", String(filters.page))
  return params
}

/** How many of the filters narrow the list. */
export const countFilters = ({ categories, minPrice, maxPrice, featured }: ListFilters) =>
  categories.length + Number(minPrice !== null || maxPrice !== null) + Number(featured)

/** The filters as the API takes them; what is off is not sent. */
export const apiQuery = (filters: ListFilters) => ({
  page: filters.page,
  limit: PAGE_SIZE,
  search: filters.search || undefined,
  category: filters.categories.join(",") || undefined,
  minPrice: filters.minPrice ?? undefined,
  maxPrice: filters.maxPrice ?? undefined,
  sortBy: filters.sort === "newest" ? undefined : filters.sort,
  isFeatured: filters.featured || undefined,
})
