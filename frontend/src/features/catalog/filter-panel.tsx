import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import type { ListFilters } from "./list-filters"
import { PriceFilter } from "./price-filter"
import { categoriesQuery } from "./queries"

/** The category the recommendation tool's old links name. */
const ALIASES: Record<string, string> = { rudraksh: "rudraksha" }

type FilterPanelProps = {
  filters: ListFilters
  onChange: (changed: Partial<ListFilters>) => void
  /** Absent when there is nothing to clear. */
  onClear: (() => void) | null
}

export function FilterPanel({ filters, onChange, onClear }: FilterPanelProps) {
  const { t } = useTranslation()
  const categories = useQuery(categoriesQuery)
  const chosen = new Set(filters.categories.map((name) => ALIASES[name] ?? name))

  function toggle(slug: string, on: boolean) {
    const next = new Set(chosen)
    if (on) next.add(slug)
    else next.delete(slug)
    onChange({ categories: [...next] })
  }

  return (
    <div className="space-y-8">
      <div className="flex items-baseline justify-between border-line border-b pb-3">
        <h2 className="text-lg">{t("list.filters")}</h2>
        {onClear && (
          <Button variant="quiet" size="sm" className="-my-2 -mr-2 px-2" onClick={onClear}>
            {t("list.clear")}
          </Button>
        )}
      </div>
      {categories.data && (
        <fieldset>
          <legend className="mb-2 font-medium text-sm">{t("list.category")}</legend>
          {categories.data.map((category) => (
            <Checkbox
              key={category._id}
              checked={chosen.has(category.slug) || chosen.has(category._id)}
              onChange={(on) => toggle(category.slug, on)}
            >
              <span className="flex justify-between gap-3 text-sm">
                {category.name}
                <span className="text-ink-soft tabular-nums">{category.productCount}</span>
              </span>
            </Checkbox>
          ))}
        </fieldset>
      )}
      <PriceFilter minPrice={filters.minPrice} maxPrice={filters.maxPrice} onChange={onChange} />
      <Checkbox checked={filters.featured} onChange={(featured) => onChange({ featured })}>
        <span className="text-sm">{t("list.featuredOnly")}</span>
      </Checkbox>
    </div>
  )
}
