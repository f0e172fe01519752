import { useTranslation } from "@/i18n"
import { Badge } from "./badge"

type PercentOffProps = {
  product: { discountPercentage: number }
  /** Over a picture, in its corner. */
  onPicture?: boolean
}

/** The discount of a product, beside its struck price; nothing without one. */
export function PercentOff({ product: { discountPercentage: percent }, onPicture }: PercentOffProps) {
  const { t } = useTranslation()
  if (percent <= 0) return null
  return (
    <Badge
      tone={onPicture ? undefined : "accent"}
      className={
        onPicture ? "absolute top-2.5 left-2.5 bg-paper! text-accent! max-[22rem]:left-1" : undefined
      }
    >
      {t("card.off", { percent })}
    </Badge>
  )
}
