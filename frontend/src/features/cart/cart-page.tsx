import { ErrorState } from "@/components/error-state"
import { Link } from "@/components/link"
import { PageHead } from "@/components/page-head"
import { QuoteTotals } from "@/components/quote-totals"
import { SectionBoundary } from "@/components/section-boundary"
import { LazySuggestions } from "@/features/catalog/lazy-suggestions"
import { UnpaidOrders, useHasUnpaid } from "@/features/orders/lazy-unpaid-orders"
import { useTranslation } from "@/i18n"
import { loginAddress } from "@/lib/redirect"
import { retryOf } from "@/lib/retry-of"
import { useSession } from "@/stores/session"
import { CartLines } from "./cart-lines"
import { CartSkeleton } from "./cart-skeleton"
import { CheckOut } from "./check-out"
import { EmptyCart } from "./empty-cart"
import { LastChange } from "./last-change"
import { type Cart, useCart } from "./queries"
import { ShippingNote } from "./shipping-note"

export function Component() {
  const { t } = useTranslation("cart")
  const { data: cart, error, isFetching, isLoading, refetch } = useCart()
  const hasUnpaid = useHasUnpaid()
  const filled = cart && cart.lines.length > 0 ? cart : null
  return (
    <div className="page py-10 sm:py-14">
      <PageHead title={t("title")} />
      <div className="mb-6 max-w-3xl empty:hidden">
        <SectionBoundary>
          <LastChange />
        </SectionBoundary>
      </div>
      {(filled || hasUnpaid || isLoading) && (
        <div className="mb-6 flex flex-wrap items-baseline gap-x-4">
          <h1 className="text-3xl">{t("title")}</h1>
          {filled && (
            <p className="text-ink-soft" aria-live="polite">
              {t("lines", { count: filled.count })}
            </p>
          )}
        </div>
      )}
      {/* As wide as the lines below it. */}
      <div className="mb-8 empty:hidden lg:max-w-[calc(100%-26rem)]">
        <UnpaidOrders />
      </div>
      {filled ? (
        <Filled cart={filled} />
      ) : error ? (
        <ErrorState fallback={t("loadFailed")} {...retryOf({ error, isFetching, refetch })} />
      ) : isLoading ? (
        <CartSkeleton />
      ) : (
        <>
          {!hasUnpaid && <EmptyCart heading="h1" />}
          <LazySuggestions />
        </>
      )}
    </div>
  )
}

function Filled({ cart }: { cart: Cart }) {
  const { t } = useTranslation("cart")
  const isGuest = useSession((state) => state.session === null)
  const { quote } = cart
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_22rem]">
      <div className="border-line border-t">
        <CartLines cart={cart} heading="h2" />
      </div>
      <section
        aria-labelledby="cart-summary"
        className="space-y-5 self-start rounded-md bg-tile p-5 sm:p-6 lg:sticky lg:top-28"
      >
        <h2 id="cart-summary" className="text-xl">
          {t("summary")}
        </h2>
        {quote && (
          <>
            <QuoteTotals quote={quote} />
            <ShippingNote quote={quote} />
          </>
        )}
        <CheckOut cart={cart} />
        {isGuest && (
          <p className="text-ink-soft text-sm">
            <Link to={loginAddress("/cart")} className="text-accent underline underline-offset-4">
              {t("login")}
            </Link>{" "}
            {t("loginText")}
          </p>
        )}
        <p>
          <Link
            to="/products"
            className="inline-flex min-h-11 items-center text-accent text-sm underline-offset-4 hover:underline"
          >
            {t("continue")}
          </Link>
        </p>
      </section>
    </div>
  )
}
