import { Checkbox } from "@/components/checkbox"
import { useTranslation } from "@/i18n"

type CancelOrderChoiceProps = { chosen: boolean; onChange: (chosen: boolean) => void }

/** Offer to cancel the order together with a refund of all that is left. */
export function CancelOrderChoice({ chosen, onChange }: CancelOrderChoiceProps) {
  const { t } = useTranslation("admin")
  return (
    <Checkbox checked={chosen} onChange={onChange}>
      {t("refund.cancelOrder")}
      <span className="block text-ink-soft text-xs">{t("refund.cancelOrderHint")}</span>
    </Checkbox>
  )
}
