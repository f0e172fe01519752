import { useState } from "react"
import { type ListFilters, writeFilters } from "./list-filters"

const addressOf = (filters: ListFilters) => String(writeFilters(filters))

/**
 * The filters as the reader has just set them, although the address is a moment behind.
 *
 * Without this a quick second choice would start from an address that does not know the first one yet. `filters` is
 * what the address says; `go` takes the reader to the next address.
 */
export function useWanted(filters: ListFilters, go: (filters: ListFilters) => void) {
  const address = addressOf(filters)
  // `from` are the addresses that may still stand there until the wanted one has arrived.
  const [wanted, setWanted] = useState<{ filters: ListFilters; from: readonly string[] } | null>(null)
  const isComing = wanted !== null && address !== addressOf(wanted.filters) && wanted.from.includes(address)
  if (wanted !== null && !isComing) setWanted(null)
  const shown = isComing ? wanted.filters : filters

  function want(changed: Partial<ListFilters>) {
    const next = { ...shown, page: 1, ...changed }
    if (addressOf(next) === addressOf(shown)) return
    setWanted({ filters: next, from: [...(isComing ? wanted.from : []), addressOf(shown)] })
    go(next)
  }
  return { shown, want }
}
