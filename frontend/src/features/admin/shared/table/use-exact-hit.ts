import { useEffect, useRef } from "react"
import { typedId } from "@/lib/typed-id"

type Found = { id: string; numbers: readonly (string | null)[] }

/**
 * Open the only row that a search finds when the search equals one of its numbers.
 *
 * `found` are the results of `search`, undefined while loading. Each search opens a row at most once, the initial one
 * never: after Back the row has already been closed.
 */
export function useExactHit(search: string, found: readonly Found[] | undefined, open: (id: string) => void) {
  const answered = useRef(search)
  useEffect(() => {
    if (found === undefined || search === answered.current) return
    answered.current = search
    const [only, other] = found
    if (!only || other) return
    const wanted = typedId(search)
    if (only.numbers.some((number) => number?.toUpperCase() === wanted)) open(only.id)
  })
}
