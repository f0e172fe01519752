import { Award, BadgeCheck, BadgeIndianRupee } from "lucide-react"
import { useTranslation } from "@/i18n"
import { usePromiseTexts } from "@/i18n/promises"
import type { ProductDetail } from "@/lib/types"

/** The shop's promises for this product: authenticity, certificate, money back. */
export function Features({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const texts = usePromiseTexts()
  if (!texts) return null
  const { authentic, lab, moneyBack } = texts
  const features = [
    ...(authentic ? [{ icon: BadgeCheck, ...authentic }] : []),
    ...(lab && product.certificate ? [{ icon: Award, ...lab }] : []),
    ...(moneyBack ? [{ icon: BadgeIndianRupee, ...moneyBack }] : []),
  ]
  return (
    <section aria-label={t("product.promises")} className="mt-20">
      <ul className="grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4 border-gold/60 border-t pt-5">
            <Icon strokeWidth={1.4} className="mt-0.5 size-7 shrink-0 text-accent" />
            <div>
              <h2 className="text-lg leading-snug">{title}</h2>
              <p className="mt-1.5 text-ink-soft text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
