import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { itemsOf, storeBuyNowOrder } from "@/lib/buy-now-order"
import { useBuyNow } from "@/stores/buy-now"
import { useCartState } from "@/stores/cart"
import { useSession } from "@/stores/session"
import { useCartChanges } from "./changes"
import type { Cart } from "./queries"

/** Checkout button: has changed lines accepted first; opens the page for customers and the dialog for guests. */
export function CheckOut({ cart }: { cart: Cart }) {
  const { t } = useTranslation("cart")
  const { accept } = useCartChanges()
  const setOpen = useCartState((state) => state.setOpen)
  // Order the cart as stored on the server, after pending quantity updates are saved.
  const hasUnsaved = useCartState((state) => state.unsavedQuantities > 0)
  const checkOut = useBuyNow((state) => state.checkOut)
  const loggedIn = useSession((state) => state.session !== null)
  const navigate = useNavigate()

  if (cart.hasChanges) {
    return (
      <div className="space-y-3">
        <Notice tone="warning" announce title={t("changesTitle")}>
          {t("changesText")}
        </Notice>
        <Button className="w-full" busy={accept.isPending} onClick={() => accept.mutate(cart)}>
          {t("accept")}
        </Button>
      </div>
    )
  }
  if (!cart.quote) return <p className="text-ink-soft text-sm">{t("checkOutNone")}</p>

  const { quote } = cart
  const items = itemsOf(cart)
  return (
    <Button
      size="lg"
      className="w-full"
      busy={hasUnsaved}
      disabled={!cart.canCheckOut}
      onClick={() => {
        setOpen(false)
        if (!loggedIn) return checkOut(items)
        storeBuyNowOrder(items, quote.totalAmount, true)
        void navigate("/checkout")
      }}
    >
      {t("checkOut")}
    </Button>
  )
}
