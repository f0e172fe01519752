/** The product list's filters; they live in the URL, so that reload, Back and a sent link keep them. */
export type ListFilters = {
  search: string
  /** Slugs of categories. */
  categories: readonly string[]
  /** Rupees; null is no limit. */
  minPrice: number | null
  maxPrice: number | null
  featured: boolean
  /** Only what can be bought now. */
  inStock: boolean
  sort: Sort
  page: number
}

/** Both ends belong to what is found. */
export type PriceBounds = Pick<ListFilters, "minPrice" | "maxPrice">

export const sorts = ["relevance", "newest", "price-low", "price-high", "name", "rating", "faces"] as const
export type Sort = (typeof sorts)[number]

export const PAGE_SIZE = 12

/** No filters; search and sorting are not filters. */
export const noFilters = {
  categories: [],
  minPrice: null,
  maxPrice: null,
  featured: false,
  inStock: false,
} as const satisfies Partial<ListFilters>

/** Search results are sorted by relevance, rudraksha by their faces, all else by date; the server does the same. */
export const usualSort = ({ search, categories }: Pick<ListFilters, "search" | "categories">): Sort =>
  search ? "relevance" : categories.join() === "rudraksha" ? "faces" : "newest"

/** Return the filters with some changed; the usual order becomes the usual one of what is then listed. */
export function withChanges(filters: ListFilters, changed: Partial<ListFilters>): ListFilters {
  const next = { ...filters, ...changed }
  return filters.sort === usualSort(filters) && !changed.sort ? { ...next, sort: usualSort(next) } : next
}

function sortOf(value: string | null, filters: Pick<ListFilters, "search" | "categories">): Sort {
  const sort = sorts.find((known) => known === value)
  return sort && (sort !== "relevance" || filters.search) ? sort : usualSort(filters)
}

function amount(value: string | null): number | null {
  const rupees = Number(value)
  return value && Number.isFinite(rupees) && rupees > 0 ? Math.round(rupees * 100) / 100 : null
}

/** Read the filters from the address; whatever makes no sense there is as if it were absent. */
export function readFilters(params: URLSearchParams): ListFilters {
  const page = Number(params.get("page"))
  const search = (params.get("search") ?? "").trim().slice(0, 100)
  const categories = [...new Set((params.get("category") ?? "").split(",").filter(Boolean))]
  const minPrice = amount(params.get("minPrice"))
  const maxPrice = amount(params.get("maxPrice"))
  const swapped = minPrice !== null && maxPrice !== null && minPrice > maxPrice
  return {
    search,
    categories,
    minPrice: swapped ? maxPrice : minPrice,
    maxPrice: swapped ? minPrice : maxPrice,
    featured: params.get("isFeatured") === "true",
    inStock: params.get("inStock") === "true",
    sort: sortOf(params.get("sortBy"), { search, categories }),
    page: Number.isInteger(page) && page > 1 ? page : 1,
  }
}

/** Write the filters into an address; defaults are left out. `category`: the one of the path, which is not written. */
export function writeFilters(filters: ListFilters, category?: string): URLSearchParams {
  const { search, sort } = filters
  const usual = usualSort(category === undefined ? filters : { search, categories: [category] })
  const params = new URLSearchParams()
  if (search) params.set("search", search)
  if (filters.categories.length > 0) params.set("category", filters.categories.join(","))
  if (filters.minPrice !== null) params.set("minPrice", String(filters.minPrice))
  if (filters.maxPrice !== null) params.set("maxPrice", String(filters.maxPrice))
  if (filters.featured) params.set("isFeatured", "true")
  if (filters.inStock) params.set("inStock", "true")
  if (sort !== "relevance" && sort !== usual) params.set("sortBy", sort)
  if (filters.page > 1) params.set("page", String(filters.page))
  return params
}

/** Count the active filters. */
export const countFilters = ({ categories, minPrice, maxPrice, featured, inStock }: ListFilters) =>
  categories.length + Number(minPrice !== null || maxPrice !== null) + Number(featured) + Number(inStock)

/** The filters as the API takes them; what is off is not sent. */
export const apiQuery = (filters: ListFilters) => ({
  page: filters.page > 1 ? filters.page : undefined,
  limit: PAGE_SIZE,
  search: filters.search || undefined,
  category: filters.categories.join(",") || undefined,
  minPrice: filters.minPrice ?? undefined,
  maxPrice: filters.maxPrice ?? undefined,
  sortBy: filters.sort === usualSort(filters) ? undefined : filters.sort,
  isFeatured: filters.featured || undefined,
  inStock: filters.inStock || undefined,
})
