import { useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { useFields } from "@/features/admin/shared/form-fields"
import { type Draft, draftOf, newDraft } from "./draft"
import { newestQuery, productQuery } from "./queries"

const names = ["taxRate", "hsnCode", "care", "customization"] as const
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const first = newDraft()
const noChoice: Draft["customization"] = {
  ...{ origins: [], pendantOptions: [], sizes: [] },
  xrayCertification: { ...first.customization.xrayCertification, available: false },
}

/** A function that starts a new product like the newest of its category, except for fields that were edited. */
export function useCategoryDefaults() {
  const client = useQueryClient()
  const { put, latest } = useFields<Draft>()
  const given = useRef<Pick<Draft, (typeof names)[number]>>(first)
  return async (slug: string) => {
    const [newest] = slug === first.category ? [] : await client.fetchQuery(newestQuery(slug))
    const defaults = newest
      ? draftOf(await client.ensureQueryData(productQuery(newest._id)))
      : { ...first, customization: slug === first.category ? first.customization : noChoice }
    const draft = latest()
    // Another category was chosen meanwhile.
    if (draft.category !== slug) return
    const untouched = names.filter((name) => isSame(draft[name], given.current[name]))
    put(Object.fromEntries(untouched.map((name) => [name, defaults[name]])))
    given.current = defaults
  }
}
