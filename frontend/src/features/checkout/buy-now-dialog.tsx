import { useIsMutating, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Dialog } from "@/components/dialog"
import { ErrorState } from "@/components/error-state"
import { Skeleton } from "@/components/skeleton"
import { useTopic } from "@/lib/live"
import type { ProductCard, ProductDetail, ProductLive } from "@/lib/types"
import { useBuyNow } from "@/stores/buy-now"
import { useUser } from "@/stores/session"
import { payKey } from "./pay"
import { PurchaseSteps } from "./purchase-steps"
import { productQuery } from "./queries"

/** The purchase of one product: choose, say where it goes, pay. Closing it loses nothing that was typed. */
export function BuyNowDialog() {
  const { t } = useTranslation("checkout")
  const { product, close } = useBuyNow()
  // A window closed now would send the shopper to the provider's page out of the blue.
  const paying = useIsMutating({ mutationKey: payKey }) > 0
  // Stays in sight while the window fades out.
  const [shown, setShown] = useState<ProductCard | null>(product)
  if (product && product !== shown) setShown(product)

  return (
    <Dialog
      open={product !== null}
      onOpenChange={(open) => !open && !paying && close()}
      title={t("title")}
      description={shown?.title}
    >
      {shown && <Loading key={shown._id} slug={shown.slug} />}
    </Dialog>
  )
}

function Loading({ slug }: { slug: string }) {
  const { t } = useTranslation("checkout")
  const product = useQuery(productQuery(slug))
  const { isLoading } = useUser()
  useTopic<ProductDetail, ProductLive>(product.data ? `product:${slug}` : null, productQuery(slug), {
    merge: (held, live) => ({ ...held, ...live }),
  })

  // The profile fills the form in: its fields must not change under the reader's hands.
  if (product.data && !isLoading) return <PurchaseSteps product={product.data} />
  if (product.error) {
    return (
      <ErrorState
        compact
        error={product.error}
        fallback={t("loadFailed")}
        retrying={product.isFetching}
        onRetry={() => void product.refetch()}
      />
    )
  }
  return (
    <div aria-busy="true" className="space-y-5">
      <Skeleton className="h-7 w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}
