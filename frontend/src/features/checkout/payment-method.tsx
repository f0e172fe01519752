import { RadioList } from "@/components/radio-list"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { formatRupees } from "@/lib/money"

export type PaymentMethod = "online" | "cash"

type PaymentMethodChoiceProps = {
  offer: Schemas["CashOfferOut"]
  value: PaymentMethod
  disabled: boolean
  onChange: (method: PaymentMethod) => void
}

/** Pay online or to the courier, with what that costs, or why it is not offered. */
export function PaymentMethodChoice({ offer, value, disabled, onChange }: PaymentMethodChoiceProps) {
  const { t } = useTranslation("cash")
  const fee = offer.fee > 0 ? t("method.fee", { amount: formatRupees(offer.fee) }) : t("method.free")
  return (
    <RadioList
      label={t("method.title")}
      value={value}
      onChange={onChange}
      options={[
        { value: "online", label: t("method.online"), note: t("method.onlineNote"), disabled },
        {
          value: "cash",
          label: (
            <>
              {t("method.cash")}
              {offer.reason && <span className="block text-ink-soft text-sm">{offer.reason}</span>}
            </>
          ),
          note: offer.refusal === null && fee,
          disabled: disabled || offer.refusal !== null,
        },
      ]}
    />
  )
}
