import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { api } from "@/lib/api"
import { toast } from "@/lib/toast"
import { type Cart, type CartLine, changeCart } from "./queries"

const path = (line: CartLine) => ({ path: { line_id: line._id } })

/** Return the mutations of the cart; they run one after the other, and errors are shown as toasts. */
export function useCartChanges() {
  const { t } = useTranslation("cart")
  const client = useQueryClient()
  const errorText = useErrorText()
  const options = {
    // In the order in which they were asked for.
    scope: { id: "cart" },
    onError: (error: Error) => {
      toast.error(errorText(error, t("changeFailed")))
      // What is true now may be neither what was shown nor what was wanted.
      void client.invalidateQueries({ queryKey: ["me", "cart"] })
    },
  } as const

  const setQuantity = useMutation({
    ...options,
    mutationFn: ({ line, quantity }: { line: CartLine; quantity: number }) =>
      changeCart(client, (headers) =>
        api.PATCH("/api/cart/lines/{line_id}", { params: path(line), body: { quantity }, headers }),
      ),
  })
  const setOptions = useMutation({
    ...options,
    mutationFn: ({ line, customization }: Pick<CartLine, "customization"> & { line: CartLine }) =>
      changeCart(client, (headers) =>
        api.PATCH("/api/cart/lines/{line_id}", { params: path(line), body: { customization }, headers }),
      ),
    onSuccess: () => toast.success(t("optionsApplied")),
  })
  const remove = useMutation({
    ...options,
    mutationFn: (line: CartLine) =>
      changeCart(client, (headers) =>
        api.DELETE("/api/cart/lines/{line_id}", { params: path(line), headers }),
      ),
  })
  const putBack = useMutation({
    ...options,
    mutationFn: ({ product, quantity, customization }: CartLine) =>
      changeCart(client, (headers) =>
        api.POST("/api/cart/lines", { body: { productId: product._id, quantity, customization }, headers }),
      ),
  })
  const accept = useMutation({
    ...options,
    mutationFn: ({ lines }: Cart) =>
      changeCart(client, (headers) =>
        api.POST("/api/cart/notices/accept", { body: { lines: lines.map(seen) }, headers }),
      ),
  })
  return { setQuantity, setOptions, remove, putBack, accept }
}

/** Name the price and quantity on the screen, which the shopper accepts, rather than the current ones. */
const seen = ({ _id, unitPrice, quantity }: CartLine) => ({ lineId: _id, unitPrice, quantity })
