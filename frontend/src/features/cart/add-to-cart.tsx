import { useMutation, useQueryClient } from "@tanstack/react-query"
import { ShoppingBag } from "lucide-react"
import { useNavigate } from "react-router-dom"
import { Button, ButtonLink, type ButtonLook } from "@/components/button"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError, api } from "@/lib/api"
import { defaultSelection } from "@/lib/selection"
import { toast } from "@/lib/toast"
import type { CustomizationSelection, ProductCard, ProductDetail } from "@/lib/types"
import { useCartState } from "@/stores/cart"
import { changeCart } from "./queries"

type AddToCartProps = ButtonLook & {
  product: ProductCard | ProductDetail
  /** The chosen options; absent on a card, which adds the usual choice. */
  selection?: CustomizationSelection
  quantity?: number
  /** A bag instead of the words, where there is little room. */
  compact?: boolean
  className?: string
}

/** Puts a product into the cart and opens it. */
export function AddToCart({
  product,
  selection,
  quantity = 1,
  compact = false,
  className,
  ...look
}: AddToCartProps) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const showAdded = useCartState((state) => state.showAdded)
  const usual = "customization" in product ? defaultSelection(product.customization) : {}

  const add = useMutation({
    scope: { id: "cart" },
    mutationFn: () =>
      changeCart(client, (headers) =>
        api.POST("/api/cart/lines", {
          body: { productId: product._id, quantity, customization: selection ?? usual },
          headers,
        }),
      ),
    onSuccess: () => showAdded(product.title),
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : null
      if (code === "OPTION_UNAVAILABLE" && !selection) {
        // A card adds the usual choice; where that is not to be had, the product's page shows what is.
        toast.info(t("keep.chooseOptions"))
        void navigate(`/products/${product.slug}`)
      } else if (code === "OUT_OF_STOCK" && product.isAvailable) {
        toast.error(t("keep.noMore"))
      } else {
        toast.error(errorText(error, t("keep.addFailed")))
      }
    },
  })

  if (product.hasVariants) {
    return (
      <ButtonLink
        variant="secondary"
        {...look}
        to={`/products/${product.slug}`}
        aria-label={t("card.chooseOf", { title: product.title })}
        className={className}
      >
        {t(product.isAvailable ? "card.choose" : "card.outOfStock")}
      </ButtonLink>
    )
  }
  return (
    <Button
      variant="secondary"
      {...look}
      busy={add.isPending}
      disabled={!product.isAvailable}
      aria-label={
        product.isAvailable
          ? t("keep.addToCartOf", { title: product.title })
          : compact
            ? t("keep.soldOut")
            : undefined
      }
      title={compact ? t("keep.addToCart") : undefined}
      onClick={() => add.mutate()}
      className={className}
    >
      {compact
        ? !add.isPending && <ShoppingBag className="size-5" strokeWidth={1.75} />
        : product.isAvailable
          ? t("keep.addToCart")
          : t("keep.soldOut")}
    </Button>
  )
}
