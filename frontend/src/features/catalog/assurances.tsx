import { PackageCheck, RotateCcw, ShieldCheck, Truck } from "lucide-react"
import { useTranslation } from "@/i18n"
import { usePromiseTexts } from "@/i18n/promises"

type AssurancesProps = {
  /** Only shipping and returns, where space is limited. */
  brief?: boolean
  /** The piece is made to the shopper's choice, so it cannot be sent back. */
  custom: boolean
}

/** Shipping, delivery, return and payment promises; all figures come from the server's shop settings. */
export function Assurances({ brief, custom }: AssurancesProps) {
  const { t } = useTranslation()
  const texts = usePromiseTexts()
  if (!texts) return null
  const lines = [
    { icon: Truck, text: texts.shipping },
    ...(brief ? [] : [{ icon: PackageCheck, text: texts.delivery }]),
    { icon: RotateCcw, text: custom ? texts.customReturns : texts.returns },
    ...(brief ? [] : [{ icon: ShieldCheck, text: t("promises.payment") }]),
  ]
  return (
    <ul className="space-y-2.5 text-ink-soft text-sm">
      {lines.map(({ icon: Icon, text }) => (
        <li key={text} className="flex gap-3">
          <Icon strokeWidth={1.5} className="size-5 shrink-0" />
          {text}
        </li>
      ))}
    </ul>
  )
}
