import { useQuery } from "@tanstack/react-query"
import { Button } from "@/components/button"
import { Chip } from "@/components/chip"
import { useTranslation } from "@/i18n"
import { categoriesQuery } from "./categories"
import { type ListFilters, noFilters } from "./list-filters"
import { usePriceRange } from "./use-price-range"

type ActiveFiltersProps = {
  filters: ListFilters
  /** Remove a filter; the focus must be moved, as the pressed button disappears. */
  onRemove: (changed: Partial<ListFilters>) => void
}

/** The active filters as chips, each with a button that removes it. */
export function ActiveFilters({ filters, onRemove }: ActiveFiltersProps) {
  const { t } = useTranslation()
  const priceRange = usePriceRange()
  const categories = useQuery(categoriesQuery).data

  const chips: { key: string; label: string; without: Partial<ListFilters> }[] = filters.categories.map(
    (name) => ({
      key: name,
      label: categories?.find(({ slug }) => slug === name)?.name ?? name,
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
          <Chip label={label} onRemove={() => onRemove(without)} />
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
