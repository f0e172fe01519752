import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { StepIndicator } from "@/components/step-indicator"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { quoteQuery } from "@/lib/quote"
import { useBuyNow } from "@/stores/buy-now"
import { useCheckoutStore } from "./checkout-store"
import type { Details } from "./details"
import { DetailsAndPayment } from "./details-and-payment"
import { useLiveShop } from "./use-live-shop"
import { useSteps } from "./use-steps"
import { useStoreBuyNowOrder } from "./use-store-buy-now-order"

const steps = ["details", "payment"] as const

/** Checkout of the cart: options are selected already, so it begins with the delivery details. */
export function CartSteps({ items }: { items: readonly Schemas["ItemIn"][] }) {
  const { t } = useTranslation("checkout")
  const { step, goTo, top } = useSteps<(typeof steps)[number]>("details")
  const close = useBuyNow((state) => state.close)
  const navigate = useNavigate()
  const client = useQueryClient()
  const discountCode = useCheckoutStore((checkout) => checkout.discountCode)
  const [details, setDetails] = useState<Details | null>(null)
  const quote = useQuery(
    quoteQuery(items, { discountCode, state: details?.state, pincode: details?.pincode }),
  )
  useLiveShop()
  useStoreBuyNowOrder(items, quote.data?.totalAmount ?? 0, true)

  function backToCart() {
    // The cart page shows the reason for the return.
    void client.invalidateQueries({ queryKey: ["me", "cart"] })
    close()
    void navigate("/cart")
  }

  return (
    <div ref={top} tabIndex={-1} className="space-y-6 outline-hidden">
      <StepIndicator
        label={t("steps")}
        steps={steps.map((name) => t(`step.${name}`))}
        current={steps.indexOf(step)}
      />
      <DetailsAndPayment
        step={step}
        onStep={goTo}
        details={details}
        onDetails={setDetails}
        items={items}
        fromCart
        quote={quote}
        stale={quote.isFetching}
        onChoose={backToCart}
        chooseLabel={t("backToCart")}
      />
    </div>
  )
}
