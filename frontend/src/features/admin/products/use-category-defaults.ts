import { useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { useFields } from "@/features/admin/shared/form-fields"
import { type Draft, defaultsOf, newDraft } from "./draft"
import { categoryDefaultsQuery } from "./queries"

const names = ["taxRate", "hsnCode", "care", "customization"] as const
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A function that gives a new product the defaults of the chosen category, except for fields that were edited. */
export function useCategoryDefaults() {
  const client = useQueryClient()
  const { put, latest } = useFields<Draft>()
  const given = useRef<Pick<Draft, (typeof names)[number]>>(newDraft())
  return async (slug: string) => {
    const first = newDraft()
    const defaults =
      slug === first.category ? first : defaultsOf(await client.fetchQuery(categoryDefaultsQuery(slug)))
    const draft = latest()
    // Another category was chosen meanwhile.
    if (draft.category !== slug) return
    const untouched = names.filter((name) => isSame(draft[name], given.current[name]))
    put(Object.fromEntries(untouched.map((name) => [name, defaults[name]])))
    given.current = defaults
  }
}
