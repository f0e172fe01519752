import { RadioList } from "@/components/radio-list"
import { useTranslation } from "@/i18n"
import { Counted } from "./counted"
import type { ListFilters, PriceBounds } from "./list-filters"
import { boundsOfBand, isBand } from "./price-bands"
import type { Facets } from "./products-query"
import { usePriceRange } from "./use-price-range"

type PriceBandsProps = {
  filters: ListFilters
  facets: Facets | undefined
  onChange: (bounds: PriceBounds) => void
}

const ANY = "any"
/** Chosen by no radio button: the slider stands between the bands. */
const OTHER = ""

/** Spans of prices, one of them at a time. */
export function PriceBands({ filters, facets, onChange }: PriceBandsProps) {
  const { t } = useTranslation()
  const priceRange = usePriceRange()
  const bands = facets?.priceBands ?? []
  const any = filters.minPrice === null && filters.maxPrice === null
  const chosen = bands.find((band) => isBand(band, filters))

  function choose(value: string) {
    const band = bands.find(({ min }) => String(min) === value)
    onChange(band ? boundsOfBand(band) : { minPrice: null, maxPrice: null })
  }

  return (
    <RadioList
      label={t("list.price")}
      value={any ? ANY : chosen ? String(chosen.min) : OTHER}
      onChange={choose}
      options={[
        { value: ANY, label: <span className="text-sm">{t("list.anyPrice")}</span> },
        ...bands.map((band) => ({
          value: String(band.min),
          label: <Counted label={priceRange(boundsOfBand(band))} count={band.count} />,
        })),
      ]}
    />
  )
}
