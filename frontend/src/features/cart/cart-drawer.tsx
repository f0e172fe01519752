import { Drawer } from "@/components/drawer"
import { ErrorState } from "@/components/error-state"
import { Link } from "@/components/link"
import { UnpaidOrders, useHasUnpaid } from "@/features/orders/lazy-unpaid-orders"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { retryOf } from "@/lib/retry-of"
import { useVisit } from "@/lib/visit"
import { CartLines } from "./cart-lines"
import { CartSkeleton } from "./cart-skeleton"
import { CheckOut } from "./check-out"
import { EmptyCart } from "./empty-cart"
import { LastChange } from "./last-change"
import { type Cart, useCart } from "./queries"
import { ShippingNote } from "./shipping-note"

type CartDrawerProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The cart beside the page: what was just added, and the way to pay. */
export function CartDrawer({ open, onOpenChange }: CartDrawerProps) {
  const { t } = useTranslation("cart")
  const { data: cart, error, isFetching, isLoading, refetch } = useCart()
  const hasUnpaid = useHasUnpaid()
  useVisit(open ? "cart" : null)
  const filled = cart !== undefined && cart.lines.length > 0
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={t("title")}
      footer={filled && <Footer cart={cart} />}
    >
      <LastChange />
      <div className="mb-4 not-first:mt-4 empty:hidden">
        <UnpaidOrders />
      </div>
      {filled ? (
        <CartLines cart={cart} heading="h3" />
      ) : error ? (
        <ErrorState compact fallback={t("loadFailed")} {...retryOf({ error, isFetching, refetch })} />
      ) : isLoading ? (
        <CartSkeleton />
      ) : hasUnpaid ? null : (
        <EmptyCart onBrowse={() => onOpenChange(false)} />
      )}
    </Drawer>
  )
}

function Footer({ cart }: { cart: Cart }) {
  const { t } = useTranslation(["cart", "checkout"])
  const { quote } = cart
  return (
    <div className="space-y-3">
      {quote && (
        <>
          <ShippingNote quote={quote} />
          <p className="flex justify-between gap-4 font-medium" aria-live="polite">
            <span>{t("checkout:summary.total")}</span>
            <span className="tabular-nums" translate="no">
              {formatRupees(quote.totalAmount)}
            </span>
          </p>
        </>
      )}
      <CheckOut cart={cart} />
      <Link
        to="/cart"
        className="flex min-h-11 items-center justify-center rounded-sm font-medium text-accent hover:bg-accent-wash"
      >
        {t("viewCart")}
      </Link>
    </div>
  )
}
