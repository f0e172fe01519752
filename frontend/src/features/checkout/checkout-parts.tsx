import type { ReactNode } from "react"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { SectionBoundary } from "@/components/section-boundary"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { CashCodeStep } from "./cash-code-step"
import { PaymentMethodChoice } from "./payment-method"
import { PaymentStartError } from "./payment-start-error"
import { PriceChange } from "./price-change"
import { RefusedProducts } from "./refused-products"
import type { Checkout } from "./use-checkout"

/** Return the content that replaces the checkout: a price to confirm, or the form for the code of a cash order. */
export function interruptionOf(checkout: Checkout, onPlaced?: () => void): ReactNode {
  const { change, accept, decline, cashOrder, setMethod, leaveCash } = checkout
  if (change) return <PriceChange change={change} onAccept={accept} onDecline={decline} />
  if (!cashOrder) return null
  return (
    <CashCodeStep
      order={cashOrder}
      onPlaced={onPlaced}
      onOnline={() => {
        setMethod("online")
        leaveCash()
      }}
    />
  )
}

/** The payment methods, where there is a choice. */
export function PaymentMethods({ checkout }: { checkout: Checkout }) {
  const { offer, method, setMethod, busy } = checkout
  if (!offer || offer.refusal === "off") return null
  return <PaymentMethodChoice offer={offer} value={method} disabled={busy} onChange={setMethod} />
}

/** Notice that another tab has emptied or changed the cart: what is shown here would be bought by mistake. */
export function CartChangedNotice({ checkout: { differs } }: { checkout: Checkout }) {
  const { t } = useTranslation("checkout")
  return (
    differs && (
      <Notice tone="warning" announce title={t(`otherTab.${differs}`)}>
        {t("otherTab.text")}
      </Notice>
    )
  )
}

type PaymentErrorProps = { checkout: Checkout; onRetry: () => void; withProducts?: boolean }

/** The reason why the payment did not start, and the waitlists of the products that are sold out. */
export function PaymentError({ checkout, onRetry, withProducts = true }: PaymentErrorProps) {
  const { busy, error, quote, items, tryAgain } = checkout
  if (busy) return null
  return (
    <>
      <SectionBoundary>{error && <PaymentStartError error={error} onRetry={onRetry} />}</SectionBoundary>
      {withProducts && <RefusedProducts error={error ?? quote.error} items={items} onBuyNow={tryAgain} />}
    </>
  )
}

type PayButtonProps = Omit<Parameters<typeof Button>[0], "children"> & { checkout: Checkout }

/** The button that places the order and opens its payment. */
export function PayButton({ checkout, ...rest }: PayButtonProps) {
  const { t } = useTranslation(["checkout", "cash"])
  const { busy, free, method, cashFee, quote, stale, otherChoice, undeliverable } = checkout
  const isBlocked = stale || otherChoice || undeliverable !== ""
  const amount = quote.data ? formatRupees(quote.data.totalAmount + (cashFee ?? 0)) : "…"
  return (
    <Button {...rest} busy={busy} disabled={!quote.data || isBlocked || quote.error !== null}>
      {busy
        ? t(free || method === "cash" ? "cash:ordering" : "pay.opening")
        : t(free ? "pay.place" : method === "cash" ? "cash:order" : "pay.button", { amount })}
    </Button>
  )
}
