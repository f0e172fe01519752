import { useQuery } from "@tanstack/react-query"
import { useInLanguage } from "@/features/admin/shared/in-language"
import { categoriesQuery } from "./queries"

/** The categories as the options of a choice; the chosen one is among them even when it is gone, or not loaded yet. */
export function useCategoryOptions(chosen: string) {
  const inLanguage = useInLanguage()
  const { data = [] } = useQuery(categoriesQuery)
  const options = data.map(({ slug, name }) => ({ value: slug, label: inLanguage(name) }))
  if (!chosen || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: chosen }]
}
