import { useTranslation } from "@/i18n"
import type { ProductDetail } from "@/lib/types"

type SpecName = keyof ProductDetail["specifications"]

/** Table of the product's specifications, without absent ones. */
export function Specifications({ product, names }: { product: ProductDetail; names: readonly SpecName[] }) {
  const { t } = useTranslation()
  const known = names.flatMap((name) => {
    const value = product.specifications[name]
    return value ? [{ name, value }] : []
  })
  if (known.length === 0) return null
  return (
    <dl className="max-w-2xl">
      {known.map(({ name, value }) => (
        <div key={name} className="grid grid-cols-[8.5rem_1fr] gap-4 border-line border-b py-3">
          <dt className="text-ink-soft">{t(`product.specs.${name}`)}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
