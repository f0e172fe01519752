import { useIsMutating, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Dialog } from "@/components/dialog"
import { ErrorState } from "@/components/error-state"
import { useOfferedProduct } from "@/features/waitlist/use-offered-product"
import { useTranslation } from "@/i18n"
import { useTopic } from "@/lib/live"
import { productQuery } from "@/lib/product"
import { retryOf } from "@/lib/retry-of"
import type { ProductDetail } from "@/lib/types"
import { asVariant } from "@/lib/variants"
import { useVisit } from "@/lib/visit"
import { useBuyNow } from "@/stores/buy-now"
import { useUser } from "@/stores/session"
import { CartSteps } from "./cart-steps"
import { FormSkeleton } from "./form-skeleton"
import { payKey } from "./pay"
import { PurchaseSteps } from "./purchase-steps"

/**
 * The purchase of one product or of the cart: choose, say where it goes, pay. Closing it loses nothing that was
 * typed.
 */
export function BuyNowDialog() {
  const { t } = useTranslation("checkout")
  const { open, product, items, close } = useBuyNow()
  useVisit(open ? "checkout" : null)
  // A window closed now would send the shopper to the provider's page out of the blue.
  const paying = useIsMutating({ mutationKey: payKey }) > 0
  // Stays in sight while the window fades out.
  const [shown, setShown] = useState({ product, items })
  if (open && (shown.product !== product || shown.items !== items)) setShown({ product, items })

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !paying && close()}
      title={shown.product ? t("title") : t("cartTitle")}
      description={shown.product?.title}
    >
      {shown.product ? (
        <OneProduct key={shown.product._id} slug={shown.product.slug} id={shown.product._id} />
      ) : (
        <WithProfile>
          <CartSteps key={JSON.stringify(shown.items)} items={shown.items} />
        </WithProfile>
      )}
    </Dialog>
  )
}

function OneProduct({ slug, id }: { slug: string; id: string }) {
  const { t } = useTranslation("checkout")
  const product = useQuery(productQuery(slug))
  useTopic(product.data ? `product:${slug}` : null, productQuery(slug), {
    merge: (held, live) => ({ ...held, ...live }),
  })

  if (product.error && !product.data) {
    return <ErrorState compact fallback={t("loadFailed")} {...retryOf(product)} />
  }
  return <WithProfile>{product.data && <Purchase product={asVariant(product.data, id)} />}</WithProfile>
}

function Purchase({ product }: { product: ProductDetail }) {
  return <PurchaseSteps product={useOfferedProduct(product)} />
}

/** The profile fills the form in: its fields must not change under the reader's hands. */
function WithProfile({ children }: { children: React.ReactNode }) {
  const { isLoading } = useUser()
  if (!isLoading && children) return children
  return <FormSkeleton />
}
