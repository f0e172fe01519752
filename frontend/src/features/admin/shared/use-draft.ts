import { type FetchQueryOptions, type QueryKey, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { toast } from "@/lib/toast"

/** Three-way merge: fields that differ from `base` keep ours, all others take theirs. */
export function mergedDraft<T extends object>(base: T, mine: T, theirs: T): T {
  const merged = Object.keys({ ...theirs, ...mine }).map((name) => {
    const field = name as keyof T
    const touched = JSON.stringify(base[field]) !== JSON.stringify(mine[field])
    return [field, touched ? mine[field] : theirs[field]]
  })
  return Object.fromEntries(merged) as T
}

/** A form's draft and the state it is edited from, which stays when a list is refetched. */
export function useDraft<Row, Draft extends object>(
  row: Row,
  draftOf: (row: Row) => Draft,
  merge: (base: Draft, mine: Draft, theirs: Draft) => Draft = mergedDraft,
) {
  const [base, setBase] = useState(row)
  const [draft, setDraft] = useState(() => draftOf(row))

  /** Take the newest state, with or without the own changes on top. */
  function rebase(newest: Row, keepMine = false) {
    const fresh = draftOf(newest)
    setBase(newest)
    setDraft((mine) => (keepMine ? merge(draftOf(base), mine, fresh) : fresh))
  }
  return { base, draft, setDraft, rebase }
}

/** Return the two ways out of an edit conflict: the newest state, with or without the own changes on top. */
export function useSettle<T, K extends QueryKey>(
  query: FetchQueryOptions<T, Error, T, K>,
  failed: string,
  take: (newest: T, keepMine: boolean) => void,
) {
  const client = useQueryClient()
  return async (keepMine: boolean) => {
    const newest = await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => null)
    if (newest === null) toast.error(failed)
    else take(newest, keepMine)
  }
}
