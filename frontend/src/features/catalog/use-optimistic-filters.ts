import { useState } from "react"
import { type ListFilters, withChanges, writeFilters } from "./list-filters"

const addressOf = (filters: ListFilters) => String(writeFilters(filters))

/**
 * Optimistic update of the filters in the URL: a change is shown before the navigation has completed.
 *
 * Without it a second change in quick succession would be based on a stale URL and lose the first. `filters` are those
 * of the current URL; `navigate` goes to the URL of the given filters.
 */
export function useOptimisticFilters(filters: ListFilters, navigate: (filters: ListFilters) => void) {
  const address = addressOf(filters)
  // `from` are the URLs that may still be current until the navigation to the pending one has completed.
  const [pending, setPending] = useState<{ filters: ListFilters; from: readonly string[] } | null>(null)
  const isPending =
    pending !== null && address !== addressOf(pending.filters) && pending.from.includes(address)
  if (pending !== null && !isPending) setPending(null)
  const shown = isPending ? pending.filters : filters

  function changeFilters(changed: Partial<ListFilters>) {
    const next = withChanges(shown, { page: 1, ...changed })
    if (addressOf(next) === addressOf(shown)) return
    setPending({ filters: next, from: [...(isPending ? pending.from : []), addressOf(shown)] })
    navigate(next)
  }
  return { shown, changeFilters }
}
