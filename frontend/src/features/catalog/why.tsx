import { Award, BadgeIndianRupee, ShieldCheck, Truck } from "lucide-react"
import { useTranslation } from "@/i18n"
import { useBrand } from "@/i18n/brand"
import { usePromiseTexts } from "@/i18n/promises"

/** The promises of the shop's settings. */
export function Why() {
  const { t } = useTranslation(["home", "shop"])
  const texts = usePromiseTexts()
  const brand = useBrand()
  if (!texts) return null
  const { authentic, lab, moneyBack } = texts
  const reasons = [
    ...(authentic ? [{ icon: ShieldCheck, ...authentic }] : []),
    ...(lab ? [{ icon: Award, ...lab }] : []),
    ...(moneyBack ? [{ icon: BadgeIndianRupee, ...moneyBack }] : []),
    {
      icon: Truck,
      title: t("shop:promises.shipping.title"),
      text: `${texts.shipping}. ${texts.delivery}.`,
    },
  ]
  return (
    <section className="mt-20 bg-tile lg:mt-28">
      <div className="page py-16 lg:py-20">
        <h2 className="text-2xl lg:text-3xl">{t("whyTitle", { brand })}</h2>
        <ul className="mt-10 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {reasons.map(({ icon: Icon, title, text }) => (
            <li key={title} className="border-gold/60 border-t pt-5">
              <Icon strokeWidth={1.4} className="size-7 text-accent" />
              <h3 className="mt-4 text-lg">{title}</h3>
              <p className="mt-2 text-ink-soft text-sm">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
