import { useLocation, useNavigate } from "react-router-dom"

export const sorts = ["newest", "highest", "lowest"] as const
export type Sort = (typeof sorts)[number]

export type ReviewFilters = {
  /** Only reviews with so many stars; null for all. */
  stars: number | null
  withPhotos: boolean
  sort: Sort
  page: number
}

export const noFilters: ReviewFilters = { stars: null, withPhotos: false, sort: "newest", page: 1 }

/** Names of their own: the product's page has parameters, too. */
const names = { stars: "stars", withPhotos: "reviewPhotos", sort: "reviewSort", page: "reviewPage" } as const

const isSort = (text: string | null): text is Sort => sorts.some((sort) => sort === text)

/** Read the filters from the address; what makes no sense is as if it were not there. */
export function readFilters(params: URLSearchParams): ReviewFilters {
  const sort = params.get(names.sort)
  const page = params.get(names.page) ?? ""
  const stars = params.get(names.stars) ?? ""
  return {
    stars: /^[1-5]$/.test(stars) ? Number(stars) : null,
    withPhotos: params.get(names.withPhotos) === "1",
    sort: isSort(sort) ? sort : noFilters.sort,
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
  }
}

/** Return the URL parameters with these filters; defaults are left out. */
export function writeFilters(filters: ReviewFilters, others = new URLSearchParams()): URLSearchParams {
  const params = new URLSearchParams(others)
  const set = (name: string, value: string | null) =>
    value === null ? params.delete(name) : params.set(name, value)
  set(names.stars, filters.stars === null ? null : String(filters.stars))
  set(names.withPhotos, filters.withPhotos ? "1" : null)
  set(names.sort, filters.sort === noFilters.sort ? null : filters.sort)
  set(names.page, filters.page === 1 ? null : String(filters.page))
  return params
}

/** The filters in the address and the way to change them; another choice starts at its first page. */
export function useReviewFilters() {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const filters = readFilters(params)

  function change(changed: Partial<ReviewFilters>) {
    const next = writeFilters({ ...filters, page: 1, ...changed }, params).toString()
    // The hash names the open tab: it stays.
    navigate({ search: next && `?${next}`, hash }, { replace: true, preventScrollReset: true })
  }
  return { filters, change }
}
