import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { api } from "@/lib/api"
import { toast } from "@/lib/toast"
import { type Cart, type CartCall, type CartHeaders, type CartLine, changeCart } from "./queries"

const path = (line: CartLine) => ({ path: { line_id: line._id } })

type Send<Given> = (given: Given, headers: CartHeaders) => ReturnType<CartCall>

/** A mutation of the cart; they run one after the other, and errors are shown as toasts. */
function useCartChange<Given>(send: Send<Given>, onSuccess?: () => void) {
  const { t } = useTranslation("cart")
  const client = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    // In the order in which they were asked for.
    scope: { id: "cart" },
    mutationFn: (given: Given) => changeCart(client, (headers) => send(given, headers)),
    onSuccess,
    onError: (error) => {
      toast.error(errorText(error, t("changeFailed")))
      // What is true now may be neither what was shown nor what was wanted.
      void client.invalidateQueries({ queryKey: ["me", "cart"] })
    },
  })
}

/** Return the mutations of the cart. */
export function useCartChanges() {
  const { t } = useTranslation("cart")
  return {
    setQuantity: useCartChange(({ line, quantity }: { line: CartLine; quantity: number }, headers) =>
      api.PATCH("/api/cart/lines/{line_id}", { params: path(line), body: { quantity }, headers }),
    ),
    setOptions: useCartChange(
      ({ line, customization }: Pick<CartLine, "customization"> & { line: CartLine }, headers) =>
        api.PATCH("/api/cart/lines/{line_id}", { params: path(line), body: { customization }, headers }),
      () => toast.success(t("optionsApplied")),
    ),
    remove: useCartChange((line: CartLine, headers) =>
      api.DELETE("/api/cart/lines/{line_id}", { params: path(line), headers }),
    ),
    putBack: useCartChange(({ product, quantity, customization }: CartLine, headers) =>
      api.POST("/api/cart/lines", { body: { productId: product._id, quantity, customization }, headers }),
    ),
    accept: useCartChange(({ lines }: Cart, headers) =>
      api.POST("/api/cart/notices/accept", { body: { lines: lines.map(seen) }, headers }),
    ),
  }
}

/** Name the price and quantity on the screen, which the shopper accepts, rather than the current ones. */
const seen = ({ _id, unitPrice, quantity }: CartLine) => ({ lineId: _id, unitPrice, quantity })
