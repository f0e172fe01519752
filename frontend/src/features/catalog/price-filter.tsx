import { useRef, useState } from "react"
import { Slider } from "@/components/slider"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { PriceBounds } from "./list-filters"
import { boundsOf, lastStop, priceStops, stopsOf } from "./price-stops"
import { usePriceRange } from "./use-price-range"

type PriceFilterProps = PriceBounds & { onChange: (bounds: PriceBounds) => void }

/** Two handles on one line; the filter is applied when a handle is let go. */
export function PriceFilter({ minPrice, maxPrice, onChange }: PriceFilterProps) {
  const { t } = useTranslation()
  const priceRange = usePriceRange()
  const applied = stopsOf(minPrice, maxPrice)
  const [dragged, setDragged] = useState<readonly [number, number] | null>(null)
  const timer = useRef<number | undefined>(undefined)
  // Shows the chosen range until the URL has been updated.
  if (dragged && dragged[0] === applied[0] && dragged[1] === applied[1]) setDragged(null)

  /** Arrow keys commit every step: debounce, so that only the last one is applied. */
  function apply([low, high]: readonly [number, number]) {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => onChange(boundsOf(low, high)), 300)
  }

  const [from, to] = dragged ?? applied
  const moved = boundsOf(from, to)
  return (
    <Slider
      label={t("list.priceRange")}
      // Bounds between two stops (of a band or a link) are shown unrounded.
      summary={priceRange(dragged ? moved : { minPrice, maxPrice })}
      value={[from, to]}
      min={0}
      max={lastStop}
      say={(stop) => {
        const open = stop === 0 || stop === lastStop
        return open ? t("list.anyPrice") : formatRupees(priceStops[stop] ?? 0)
      }}
      ends={[t("list.priceFrom"), t("list.priceTo")]}
      onChange={setDragged}
      onCommit={apply}
    />
  )
}
