import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"

type PaymentMethod = "UPI" | "Card" | "NetBanking" | "Wallet"
type PaymentHealthNoticeProps = {
  slow: readonly PaymentMethod[]
  failing: readonly PaymentMethod[]
  fine: readonly PaymentMethod[]
}

/** Warning about payment methods that are slow or failing; renders nothing while all of them work. */
export function PaymentHealthNotice({ slow, failing, fine }: PaymentHealthNoticeProps) {
  const { t, i18n } = useTranslation("payHealth")
  if (slow.length === 0 && failing.length === 0) return null
  const list = new Intl.ListFormat(i18n.language === "hi" ? "hi-IN" : "en-IN", { type: "conjunction" })
  const named = (methods: readonly PaymentMethod[]) =>
    list.format(methods.map((method) => t(`ways.${method}`)))
  return (
    <Notice tone="warning">
      {failing.length > 0 && <p>{t("failing", { ways: named(failing) })}</p>}
      {slow.length > 0 && <p>{t("slow", { ways: named(slow) })}</p>}
      {fine.length > 0 && <p>{t("fine", { ways: named(fine) })}</p>}
    </Notice>
  )
}
