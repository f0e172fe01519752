import { Slider } from "@base-ui/react/slider"
import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { formatRupees } from "@/lib/money"
import { boundsOf, lastStop, priceStops, stopsOf } from "./price-stops"

type Bounds = { minPrice: number | null; maxPrice: number | null }
type PriceFilterProps = Bounds & { onChange: (bounds: Bounds) => void }

const thumbClass =
  "size-5 rounded-full border-2 border-accent bg-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"

/** Two handles on one line; the filter is applied when a handle is let go. */
export function PriceFilter({ minPrice, maxPrice, onChange }: PriceFilterProps) {
  const { t } = useTranslation()
  const applied = stopsOf(minPrice, maxPrice)
  const [dragged, setDragged] = useState<readonly number[] | null>(null)
  const timer = useRef<number | undefined>(undefined)
  // What was chosen stays in sight until the address has caught up with it.
  if (dragged && dragged[0] === applied[0] && dragged[1] === applied[1]) setDragged(null)

  /** Arrow keys let go at every step: only the last of several steps is applied. */
  function apply([low = 0, high = lastStop]: readonly number[]) {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => onChange(boundsOf(low, high)), 300)
  }

  const [from = 0, to = lastStop] = dragged ?? applied
  const bounds = boundsOf(from, to)
  const text = {
    from: formatRupees(bounds.minPrice ?? 0),
    to: formatRupees(bounds.maxPrice ?? 0),
  }
  const spoken = (_: string, stop: number) => {
    const open = stop === 0 || stop === lastStop
    return open ? t("list.anyPrice") : formatRupees(priceStops[stop] ?? 0)
  }
  return (
    <Slider.Root
      value={[from, to]}
      min={0}
      max={lastStop}
      onValueChange={(stops) => setDragged(stops as readonly number[])}
      onValueCommitted={(stops) => apply(stops as readonly number[])}
    >
      <Slider.Label className="font-medium text-sm">{t("list.price")}</Slider.Label>
      <p className="mt-1 text-ink-soft text-sm tabular-nums">
        {bounds.minPrice === null
          ? bounds.maxPrice === null
            ? t("list.anyPrice")
            : t("list.priceBelow", text)
          : bounds.maxPrice === null
            ? t("list.priceAbove", text)
            : t("list.priceBetween", text)}
      </p>
      <Slider.Control className="flex h-11 items-center px-2.5">
        <Slider.Track className="relative h-0.5 w-full bg-line-strong/50">
          <Slider.Indicator className="h-full bg-accent" />
          <Slider.Thumb
            index={0}
            aria-label={t("list.priceFrom")}
            getAriaValueText={spoken}
            className={thumbClass}
          />
          <Slider.Thumb
            index={1}
            aria-label={t("list.priceTo")}
            getAriaValueText={spoken}
            className={thumbClass}
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  )
}
