import { useQuery } from "@tanstack/react-query"
import { X } from "lucide-react"
import { useTranslation } from "react-i18next"
import { Button } from "@/components/button"
import { type ListFilters, noFilters } from "./list-filters"
import { categoriesQuery } from "./queries"
import { usePriceRange } from "./use-price-range"

type ActiveFiltersProps = {
  filters: ListFilters
  /** Take a filter away; the focus needs a new place, for its button goes with it. */
  onRemove: (changed: Partial<ListFilters>) => void
}

/** What narrows the list at present, each to be taken away by itself. */
export function ActiveFilters({ filters, onRemove }: ActiveFiltersProps) {
  const { t } = useTranslation()
  const priceRange = usePriceRange()
  const categories = useQuery(categoriesQuery).data

  const chips: { key: string; label: string; without: Partial<ListFilters> }[] = filters.categories.map(
    (name) => ({
      key: name,
      label: categories?.find(({ slug, _id }) => slug === name || _id === name)?.name ?? name,
      without: { categories: filters.categories.filter((other) => other !== name) },
    }),
  )
  if (filters.minPrice !== null || filters.maxPrice !== null) {
    chips.push({
      key: "price",
      label: priceRange(filters),
      without: { minPrice: null, maxPrice: null },
    })
  }
  if (filters.inStock) chips.push({ key: "stock", label: t("list.inStockOnly"), without: { inStock: false } })
  if (filters.featured)
    chips.push({ key: "featured", label: t("list.featuredOnly"), without: { featured: false } })
  if (chips.length === 0) return null

  return (
    <ul aria-label={t("list.activeFilters")} className="mb-7 flex flex-wrap items-center gap-2">
      {chips.map(({ key, label, without }) => (
        <li key={key}>
          <button
            type="button"
            aria-label={t("list.remove", { filter: label })}
            onClick={() => onRemove(without)}
            className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line-strong bg-paper py-1 pr-2.5 pl-3.5 text-sm transition-colors hover:border-accent hover:text-accent pointer-coarse:min-h-11"
          >
            {label}
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="quiet" size="sm" onClick={() => onRemove(noFilters)}>
          {t("list.clear")}
        </Button>
      </li>
    </ul>
  )
}
