import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useState } from "react"
import { useThrottled } from "@/features/admin/shared/use-throttled"
import type { Schemas } from "@/lib/api"
import { useTopicEvents } from "@/lib/live"
import { newest } from "@/lib/versioned"
import type { ProductFilters } from "./filters"
import { type AdminProductRow, productsKey, productsQuery } from "./queries"

/** Which products belong to the page only the server knows: after a change it is asked, at most this often. */
const RENEW_EVERY_MS = 3_000

export type ProductsPush = {
  rows?: readonly { id: string; version: number; row: AdminProductRow }[]
  counts?: Schemas["ProductCounts"]
  reset?: true
}

/** A page of the list: asked for once, then its rows change in place. */
export function useProductList(filters: ProductFilters) {
  const client = useQueryClient()
  const query = useQuery(productsQuery(filters))
  const [held, setHeld] = useState<ReadonlyMap<string, AdminProductRow>>(new Map())
  const renew = () => void client.invalidateQueries({ queryKey: [...productsKey, "list"] })
  const renewSoon = useThrottled(renew, RENEW_EVERY_MS)
  const page = query.data

  const followed = useTopicEvents<ProductsPush>("staff:products", ({ rows = [], counts, reset }) => {
    const shown = new Set(page?.products.map(({ _id }) => _id))
    const mine = rows.filter(({ id }) => shown.has(id))
    if (mine.length > 0)
      setHeld((before) => new Map([...before, ...mine.map(({ id, row }) => [id, row] as const)]))
    const moved = page && counts && JSON.stringify(counts) !== JSON.stringify(page.counts)
    if (reset || moved || mine.length < rows.length) renewSoon()
  })
  // Followed first, asked second: what changed before we followed, or while the link was down, is in the answer.
  const ask = useEffectEvent(renew)
  useEffect(() => {
    if (followed) ask()
  }, [followed])

  return {
    rows: page?.products.map((row) => newest(held.get(row._id), row)),
    counts: page?.counts,
    pagination: page?.pagination,
    awaited: query.isPlaceholderData,
    error: query.error,
    isFetching: query.isFetching,
    renew,
  }
}
