import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { Button } from "@/components/button"
import { CartLineRow } from "./cart-line"
import { useCartChanges } from "./changes"
import type { Cart, CartLine } from "./queries"

/** The lines of a cart; what was just removed can be had back. */
export function CartLines({ cart }: { cart: Cart }) {
  const { remove, putBack } = useCartChanges()
  const [removed, setRemoved] = useState<CartLine | null>(null)
  // Gone from the screen at once, whatever the network is like.
  const shown = remove.isPending ? cart.lines.filter(({ _id }) => _id !== remove.variables._id) : cart.lines

  function takeOut(line: CartLine) {
    setRemoved(line)
    remove.mutate(line, { onError: () => setRemoved(null) })
  }

  return (
    <>
      {removed && (
        <Removed
          key={removed._id}
          line={removed}
          busy={putBack.isPending}
          onUndo={() => putBack.mutate(removed, { onSuccess: () => setRemoved(null) })}
        />
      )}
      <ul className="[&>li:last-child]:border-b-0">
        {shown.map((line) => (
          <CartLineRow key={line._id} line={line} onRemove={() => takeOut(line)} />
        ))}
      </ul>
    </>
  )
}

function Removed({ line, busy, onUndo }: { line: CartLine; busy: boolean; onUndo: () => void }) {
  const { t } = useTranslation("cart")
  const undo = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone: the keyboard goes on here.
  useEffect(() => undo.current?.focus(), [])
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md bg-tile py-2 pr-2 pl-4 text-sm">
      <p role="status">{t("removed", { title: line.product.title })}</p>
      {/* What cannot be bought could not be put back either. */}
      {!line.problem && (
        <Button ref={undo} variant="quiet" size="sm" busy={busy} onClick={onUndo}>
          {t("undo")}
        </Button>
      )}
    </div>
  )
}
