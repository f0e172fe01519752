import { useQuery } from "@tanstack/react-query"
import { ArrowLeft, Lock } from "lucide-react"
import { useState } from "react"
import { Navigate, useLocation } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { useGoBack } from "@/components/go-back"
import { Link } from "@/components/link"
import { Notice } from "@/components/notice"
import { PageHead } from "@/components/page-head"
import { SectionBoundary } from "@/components/section-boundary"
import { Skeleton } from "@/components/skeleton"
import { useCart } from "@/features/cart/queries"
import { UnpaidOrders } from "@/features/orders/lazy-unpaid-orders"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { itemsOf } from "@/lib/buy-now-order"
import { typedPincode } from "@/lib/place-of-pincode"
import { quoteQuery } from "@/lib/quote"
import { retryOf } from "@/lib/retry-of"
import { readBuyNowOrder } from "@/lib/stored-buy-now-order"
import { useUser } from "@/stores/session"
import { useUnpaidOrders } from "@/stores/unpaid-orders"
import { CartChangedNotice, interruptionOf, PayButton, PaymentError, PaymentMethods } from "./checkout-parts"
import { useCheckoutStore } from "./checkout-store"
import type { Details } from "./details"
import { DetailsFields } from "./details-fields"
import { DiscountField } from "./discount-field"
import { FormSkeleton } from "./form-skeleton"
import { FoldedSummary, OrderSummary } from "./order-summary"
import { choosable } from "./payment-start-error"
import { useCheckout } from "./use-checkout"
import { type DetailsFormOptions, useDetailsForm, useSavedAddresses } from "./use-details-form"
import { useLiveShop } from "./use-live-shop"
import { useStoreBuyNowOrder } from "./use-store-buy-now-order"

const FORM = "checkout"

type Items = readonly Schemas["ItemIn"][]
type Order = { items: Items; fromCart: boolean }

/** The checkout page, for logged-in customers only (enforced by the router). */
export function Component() {
  const { t } = useTranslation("checkout")
  // Another navigation here restarts it with the current cart.
  const { key } = useLocation()
  return (
    <div className="page py-8 sm:py-10">
      <PageHead title={t("cartTitle")} />
      <div className="max-w-3xl [&>:not(:empty)]:mb-8">
        <UnpaidOrders />
      </div>
      <OrderToPlace key={key} />
    </div>
  )
}

/**
 * The order being placed: the product of a stored "buy now" order, else the cart as stored on the server.
 *
 * Cart items that this tab has already ordered stay, so that their payment can be retried.
 */
function OrderToPlace() {
  const { t } = useTranslation("checkout")
  const [stored] = useState(readBuyNowOrder)
  const [{ taken, intent }] = useState(useCheckoutStore.getState)
  const isPlaced = useUnpaidOrders(({ unpaid }) => unpaid.some(({ orderId }) => orderId === intent?.orderId))
  // Its pieces are set aside: the notice above pays for them.
  if (isPlaced) return <h1 className="text-3xl">{t("cartTitle")}</h1>
  const known = stored && (!stored.fromCart || JSON.stringify(stored.items) === taken)
  return known ? <CheckoutOfOrder order={stored} /> : <OrderFromCart />
}

function OrderFromCart() {
  const { t } = useTranslation("checkout")
  const { data: cart, error, isFetching, refetch } = useCart()
  if (cart) return <CheckoutOfCart cart={cart} />
  if (!error) return <FormSkeleton />
  return <ErrorState fallback={t("loadFailed")} {...retryOf({ error, isFetching, refetch })} />
}

function CheckoutOfCart({ cart }: { cart: Schemas["CartOut"] }) {
  const { t } = useTranslation("checkout")
  // A snapshot of the cart when the page opened; a notice beside the button tells of later changes.
  const [{ lines, quote, canCheckOut }] = useState(cart)
  if (lines.length === 0) {
    return (
      <EmptyState
        heading="h1"
        title={t("page.nothing")}
        action={<ButtonLink to="/products">{t("page.toProducts")}</ButtonLink>}
      >
        {t("page.nothingText")}
      </EmptyState>
    )
  }
  // Changed or unavailable lines are resolved on the cart page.
  if (!canCheckOut) return <Navigate to="/cart" replace />
  return <StoredCart items={itemsOf({ lines })} totalAmount={quote?.totalAmount ?? 0} />
}

function StoredCart({ items, totalAmount }: { items: Items; totalAmount: number }) {
  useStoreBuyNowOrder(items, totalAmount, true)
  return <CheckoutOfOrder order={{ items, fromCart: true }} />
}

function CheckoutOfOrder({ order }: { order: Order }) {
  const { t } = useTranslation("checkout")
  const { user } = useUser()
  const { addresses, isLoading } = useSavedAddresses(user)
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-6">
        <h1 className="text-3xl">{t("cartTitle")}</h1>
        <Link
          to={order.fromCart ? "/cart" : "/products"}
          className="inline-flex min-h-11 items-center gap-2 text-accent underline-offset-4 hover:underline"
        >
          <ArrowLeft className="size-4" />
          {t(order.fromCart ? "backToCart" : "page.toProducts")}
        </Link>
      </div>
      {user && !isLoading ? (
        <Checkout key={user._id} order={order} user={user} addresses={addresses} />
      ) : (
        <FormSkeleton />
      )}
    </>
  )
}

type CheckoutProps = Pick<DetailsFormOptions, "user" | "addresses"> & { order: Order }

function Checkout({ order, user, addresses }: CheckoutProps) {
  const { t } = useTranslation(["checkout", "cash"])
  const { items, fromCart } = order
  const discountCode = useCheckoutStore((checkout) => checkout.discountCode)
  const [refused, setRefused] = useState<Partial<Details>>({})
  const form = useDetailsForm({ user, nameInOne: true, refused, addresses })
  const quote = useQuery(
    quoteQuery(items, { discountCode, state: form.state, pincode: typedPincode(form.pincode) }),
  )
  const stale = quote.isPlaceholderData || quote.isFetching
  const checkout = useCheckout({
    items,
    fromCart,
    quote,
    stale,
    pincode: form.pincode,
    onRefused: setRefused,
  })
  const { free, method, cashFee, busy, stop, otherChoice, undeliverable } = checkout
  useLiveShop()
  const leave = useGoBack(fromCart ? "/cart" : "/products")

  const interruption = interruptionOf(checkout)
  if (interruption) {
    return (
      <div className="max-w-2xl space-y-6 overflow-hidden rounded-lg border border-line bg-paper px-5 py-5 sm:px-8 sm:py-6">
        {interruption}
      </div>
    )
  }

  const onSubmit = form.submit(checkout.submit)
  return (
    <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_25rem]">
      {quote.data && (
        <FoldedSummary quote={quote.data} stale={stale} cashFee={cashFee} className="lg:hidden" />
      )}
      <form id={FORM} noValidate onSubmit={onSubmit} className="space-y-8">
        <SectionBoundary>
          <DetailsFields form={form} undeliverable={undeliverable} />
        </SectionBoundary>
        <section aria-labelledby="method" className="space-y-3">
          <h2 id="method" className="text-lg">
            {t("page.method")}
          </h2>
          <PaymentMethods checkout={checkout} />
          {free && <p>{t("pay.nothing")}</p>}
          {!free && method === "online" && (
            <div className="rounded-md border border-accent bg-paper p-4">
              <p className="font-medium">{t("pay.provider")}</p>
              <p className="mt-1 flex gap-3 text-ink-soft text-sm">
                <Lock className="mt-0.5 size-4 shrink-0" />
                {t("pay.where")}
              </p>
            </div>
          )}
        </section>
      </form>

      <div className="space-y-5 lg:sticky lg:top-28">
        {quote.data ? (
          <OrderSummary quote={quote.data} stale={stale} cashFee={cashFee}>
            <DiscountField quote={quote.data} stale={stale} disabled={busy} />
          </OrderSummary>
        ) : quote.error && !choosable(quote.error) ? (
          <ErrorState compact fallback={t("loadFailed")} {...retryOf(quote)} />
        ) : (
          !quote.error && <Skeleton className="h-60 w-full" />
        )}
        <CartChangedNotice checkout={checkout} />
        {quote.error && choosable(quote.error) && (
          <Notice tone="warning" announce title={quote.error.message}>
            {t("page.chooseAgain")}
          </Notice>
        )}
        <PaymentError checkout={checkout} onRetry={() => void onSubmit()} />
        {otherChoice ? (
          <ButtonLink className="w-full" size="lg" to={fromCart ? "/cart" : "/products"}>
            {t(fromCart ? "backToCart" : "page.toProducts")}
          </ButtonLink>
        ) : (
          <PayButton checkout={checkout} type="submit" form={FORM} size="lg" className="w-full" />
        )}
        <Button variant="quiet" size="sm" className="min-h-11 w-full" onClick={busy ? stop : leave}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  )
}
