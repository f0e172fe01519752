import { type ListFilters, writeFilters } from "./list-filters"

/**
 * A list's addresses for the page's head: the one that search engines shall list and the list's pages before and
 * after this one. A filtered list is part of the whole one, which stands for it.
 */
export function listAddresses(path: string, filters: ListFilters, totalPages: number, category?: string) {
  const { page } = filters
  const addressOf = (changed: ListFilters) => {
    const query = String(writeFilters(changed, category))
    return query ? `${path}?${query}` : path
  }
  const isWhole = addressOf({ ...filters, page: 1 }) === path
  return {
    canonical: isWhole ? addressOf(filters) : path,
    ...(page > 1 && { previous: addressOf({ ...filters, page: page - 1 }) }),
    ...(page < totalPages && { next: addressOf({ ...filters, page: page + 1 }) }),
  }
}
