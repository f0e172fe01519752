import { useTranslation } from "react-i18next"
import { Drawer } from "@/components/drawer"
import { useCartState } from "@/stores/cart"

/** The cart beside the page. */
export function CartDrawer() {
  const { t } = useTranslation()
  const { open, setOpen } = useCartState()
  return (
    <Drawer open={open} onOpenChange={setOpen} title={t("keep.cart")}>
      {null}
    </Drawer>
  )
}
