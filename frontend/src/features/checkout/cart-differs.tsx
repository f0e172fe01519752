import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"

/** Says that another window has emptied or changed the cart: what is shown here would be bought by mistake. */
export function CartDiffers({ how }: { how: "emptied" | "changed" | null }) {
  const { t } = useTranslation("checkout")
  if (how === null) return null
  return (
    <Notice tone="warning" announce title={t(`otherTab.${how}`)}>
      {t("otherTab.text")}
    </Notice>
  )
}
