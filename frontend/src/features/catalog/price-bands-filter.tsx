import { Radio } from "@base-ui/react/radio"
import { RadioGroup } from "@base-ui/react/radio-group"
import { useId } from "react"
import { useTranslation } from "react-i18next"
import { Counted } from "./counted"
import type { ListFilters } from "./list-filters"
import { boundsOfBand, isBand } from "./price-bands"
import type { Facets } from "./queries"
import { usePriceRange } from "./use-price-range"

type PriceBandsProps = {
  filters: ListFilters
  facets: Facets | undefined
  onChange: (bounds: { minPrice: number | null; maxPrice: number | null }) => void
}

const ANY = "any"
/** Chosen by no radio button: the slider stands between the bands. */
const OTHER = ""

/** Spans of prices, one of them at a time. */
export function PriceBands({ filters, facets, onChange }: PriceBandsProps) {
  const { t } = useTranslation()
  const id = useId()
  const priceRange = usePriceRange()
  const bands = facets?.priceBands.map(({ min, max, count }) => ({ min, max: max ?? null, count })) ?? []
  const any = filters.minPrice === null && filters.maxPrice === null
  const chosen = bands.find((band) => isBand(band, filters))

  function choose(value: string) {
    const band = bands.find(({ min }) => String(min) === value)
    onChange(band ? boundsOfBand(band) : { minPrice: null, maxPrice: null })
  }

  return (
    <div>
      <div id={id} className="mb-2 font-medium text-sm">
        {t("list.price")}
      </div>
      <RadioGroup
        aria-labelledby={id}
        value={any ? ANY : chosen ? String(chosen.min) : OTHER}
        onValueChange={(value) => choose(value as string)}
      >
        <Choice value={ANY} label={t("list.anyPrice")} />
        {bands.map((band) => (
          <Choice
            key={band.min}
            value={String(band.min)}
            label={priceRange(boundsOfBand(band))}
            count={band.count}
          />
        ))}
      </RadioGroup>
    </div>
  )
}

function Choice({ value, label, count }: { value: string; label: string; count?: number }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is Radio.Root, which renders the input.
    <label className="flex cursor-pointer items-start gap-3 py-1.5">
      <Radio.Root
        value={value}
        className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border border-line-strong bg-paper transition-colors data-checked:border-accent"
      >
        <Radio.Indicator className="size-2.5 rounded-full bg-accent data-unchecked:hidden" />
      </Radio.Root>
      <span className="min-w-0 flex-1">
        <Counted label={label} count={count} />
      </span>
    </label>
  )
}
