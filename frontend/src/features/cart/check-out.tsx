import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { keepBuyNowOrder } from "@/lib/buy-now-order"
import { useBuyNow } from "@/stores/buy-now"
import { useCartState } from "@/stores/cart"
import { useSession } from "@/stores/session"
import { useCartChanges } from "./changes"
import type { Cart } from "./queries"

/** The way to pay for the cart: first what has changed is accepted, then the purchase opens: customers have a page for it. */
export function CheckOut({ cart }: { cart: Cart }) {
  const { t } = useTranslation("cart")
  const { accept } = useCartChanges()
  const setOpen = useCartState((state) => state.setOpen)
  const checkOut = useBuyNow((state) => state.checkOut)
  const loggedIn = useSession((session) => session.token !== null)
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
  const items = cart.lines
    .filter(({ problem }) => problem === null)
    .map(({ product, quantity, customization }) => ({ productId: product._id, quantity, customization }))
  return (
    <Button
      size="lg"
      className="w-full"
      disabled={!cart.canCheckOut}
      onClick={() => {
        setOpen(false)
        if (!loggedIn) return checkOut(items)
        keepBuyNowOrder(items, quote.totalAmount, true)
        void navigate("/checkout")
      }}
    >
      {t("checkOut")}
    </Button>
  )
}
