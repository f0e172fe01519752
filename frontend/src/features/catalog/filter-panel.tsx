import { useQuery } from "@tanstack/react-query"
import { Checkbox } from "@/components/checkbox"
import { useTranslation } from "@/i18n"
import { categoriesQuery } from "./categories"
import { Counted } from "./counted"
import type { ListFilters } from "./list-filters"
import { PriceBands } from "./price-bands-filter"
import { PriceFilter } from "./price-filter"
import type { Facets } from "./products-query"

type FilterPanelProps = {
  filters: ListFilters
  /** Number of products for each choice; absent until the first answer. */
  facets: Facets | undefined
  onChange: (changed: Partial<ListFilters>) => void
  /** Absent where the page itself is one category. */
  withCategories: boolean
}

/** All filters of the list; each change is applied at once. */
export function FilterPanel({ filters, facets, onChange, withCategories }: FilterPanelProps) {
  const { t } = useTranslation()
  return (
    <div className="space-y-8">
      {withCategories && <Categories filters={filters} facets={facets} onChange={onChange} />}
      <div>
        <Checkbox checked={filters.inStock} onChange={(inStock) => onChange({ inStock })}>
          <Counted label={t("list.inStockOnly")} count={facets?.available} />
        </Checkbox>
        <Checkbox checked={filters.featured} onChange={(featured) => onChange({ featured })}>
          <Counted label={t("list.featuredOnly")} count={facets?.featured} />
        </Checkbox>
      </div>
      <div className="space-y-4">
        <PriceBands filters={filters} facets={facets} onChange={onChange} />
        <PriceFilter minPrice={filters.minPrice} maxPrice={filters.maxPrice} onChange={onChange} />
      </div>
    </div>
  )
}

function Categories({ filters, facets, onChange }: Omit<FilterPanelProps, "withCategories">) {
  const { t } = useTranslation()
  const all = useQuery(categoriesQuery).data
  const categories =
    facets?.categories ?? all?.map(({ productCount, ...category }) => ({ ...category, count: productCount }))
  if (!categories) return null
  const isChosen = ({ slug }: { slug: string }) => filters.categories.includes(slug)

  function toggle(slug: string, on: boolean) {
    const rest = categories?.filter((other) => isChosen(other) && other.slug !== slug) ?? []
    onChange({ categories: [...rest.map((other) => other.slug), ...(on ? [slug] : [])] })
  }

  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">{t("list.category")}</legend>
      {categories.map((category) => (
        <Checkbox
          key={category._id}
          checked={isChosen(category)}
          onChange={(on) => toggle(category.slug, on)}
        >
          <Counted label={category.name} count={category.count} />
        </Checkbox>
      ))}
    </fieldset>
  )
}
