import { useCartState } from "@/stores/cart"
import { CartLineRow } from "./cart-line"
import { useCartChanges } from "./changes"
import type { Cart, CartLine } from "./queries"

export function CartLines({ cart, heading }: { cart: Cart; heading: "h2" | "h3" }) {
  const { remove } = useCartChanges()
  const showRemoved = useCartState((state) => state.showRemoved)
  // Gone from the screen at once, whatever the network is like.
  const shown = remove.isPending ? cart.lines.filter(({ _id }) => _id !== remove.variables._id) : cart.lines

  function takeOut(line: CartLine) {
    showRemoved(line)
    remove.mutate(line, { onError: () => showRemoved(null) })
  }

  return (
    <ul className="[&>li:last-child]:border-b-0">
      {shown.map((line) => (
        <CartLineRow key={line._id} line={line} heading={heading} onRemove={() => takeOut(line)} />
      ))}
    </ul>
  )
}
