import { ShoppingBag } from "lucide-react"
import { useEffect, useRef } from "react"
import { useLocation } from "react-router-dom"
import { CountedIcon } from "@/components/counted-icon"
import { lazyDialog } from "@/components/lazy-with-retry"
import { useTranslation, withTexts } from "@/i18n"
import { useCartState } from "@/stores/cart"
import { useCart } from "./queries"

const CartDrawer = lazyDialog(() => withTexts(import("./cart-drawer"), "cart", "checkout"), "CartDrawer")

/** Cart button of the header with the number of items; renders the cart drawer and opens it. */
export function CartButton() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const open = useCartState((state) => state.open)
  const setOpen = useCartState((state) => state.setOpen)
  const count = useCart().data?.count ?? 0

  // A navigation closes the drawer. Hydration does not: the page may have opened it before the header was hydrated.
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    setOpen(false)
  }, [pathname, setOpen])

  return (
    <>
      <button
        type="button"
        aria-label={count > 0 ? t("keep.cartCount", { count }) : t("keep.cart")}
        title={t("keep.cart")}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-sm text-ink transition-colors hover:text-accent"
      >
        <CountedIcon icon={ShoppingBag} count={count} />
      </button>
      <CartDrawer open={open} onOpenChange={setOpen} />
    </>
  )
}
