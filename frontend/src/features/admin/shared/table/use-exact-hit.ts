import { useEffect, useRef } from "react"

type Found = { id: string; numbers: readonly (string | null)[] }

/**
 * Open what a search finds when it is one row alone and the search is one of its numbers, whole.
 *
 * `found` is what belongs to `search`, undefined while that is awaited. Each search opens at most once, and one that
 * the page began with does not: whoever comes back to it has closed what it found.
 */
export function useExactHit(search: string, found: readonly Found[] | undefined, open: (id: string) => void) {
  const answered = useRef(search)
  useEffect(() => {
    if (found === undefined || search === answered.current) return
    answered.current = search
    const [only, other] = found
    if (!only || other) return
    const wanted = search.toUpperCase()
    if (only.numbers.some((number) => number?.toUpperCase() === wanted)) open(only.id)
  })
}
