import type { Variant } from "@/lib/variants"

/** The variant with this value that keeps most other values; of equals one that can be bought. */
export function nearestVariant(
  variants: readonly Variant[],
  chosen: Variant,
  option: number,
  value: string,
): Variant | undefined {
  const likeness = ({ values, isAvailable }: Variant) =>
    values.filter((each, place) => each === chosen.values[place]).length * 2 + (isAvailable ? 1 : 0)
  return variants
    .filter(({ values }) => values[option] === value)
    .reduce<Variant | undefined>(
      (best, each) => (best && likeness(best) >= likeness(each) ? best : each),
      undefined,
    )
}
