import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"

type Way = "UPI" | "Card" | "NetBanking" | "Wallet"
type WayTroubleProps = { slow: readonly Way[]; failing: readonly Way[]; fine: readonly Way[] }

/** Before somebody chooses how to pay: which way is in trouble, and which works. Nothing while all is well. */
export function WayTrouble({ slow, failing, fine }: WayTroubleProps) {
  const { t, i18n } = useTranslation("payHealth")
  if (slow.length === 0 && failing.length === 0) return null
  const list = new Intl.ListFormat(i18n.language === "hi" ? "hi-IN" : "en-IN", { type: "conjunction" })
  const named = (ways: readonly Way[]) => list.format(ways.map((way) => t(`ways.${way}`)))
  return (
    <Notice tone="warning">
      {failing.length > 0 && <p>{t("failing", { ways: named(failing) })}</p>}
      {slow.length > 0 && <p>{t("slow", { ways: named(slow) })}</p>}
      {fine.length > 0 && <p>{t("fine", { ways: named(fine) })}</p>}
    </Notice>
  )
}
