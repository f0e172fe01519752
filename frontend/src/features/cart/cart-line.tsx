import { useQueryClient } from "@tanstack/react-query"
import { Trash2 } from "lucide-react"
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { IconButton } from "@/components/button"
import { lazySection } from "@/components/lazy-with-retry"
import { Link } from "@/components/link"
import { OptionNotes } from "@/components/option-notes"
import { Picture } from "@/components/picture"
import { QuantityStepper } from "@/components/quantity-stepper"
import { Skeleton } from "@/components/skeleton"
import { WaitlistPanel } from "@/features/waitlist/lazy-waitlist"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { useTopicEvents } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import { trackUnsavedQuantity } from "@/stores/cart"
import { useOwnHold } from "@/stores/unpaid-orders"
import { useCartChanges } from "./changes"
import type { CartLine } from "./queries"

const LineOptions = lazySection(
  () => import("./line-options"),
  "LineOptions",
  <Skeleton className="mt-4 h-40 w-full rounded-md" />,
)

/** Debounce of a quantity change: five presses are one request. */
const DEBOUNCE_MS = 400

type CartLineRowProps = {
  line: CartLine
  /** Heading level in its context. */
  heading: "h2" | "h3"
  onRemove: () => void
}

/** A line of the cart; refetches the cart when its product changes. */
export function CartLineRow({ line, heading: Heading, onRemove }: CartLineRowProps) {
  const { t } = useTranslation("cart")
  const { product, problem } = line
  const own = useOwnHold(product._id)
  useFreshLine(line)
  const { optimistic, setOptimistic, saving, cancelPending } = useQuantity(line)
  const sold = problem !== "PRODUCT_UNAVAILABLE"
  const choiceGone = problem === "OPTION_UNAVAILABLE"
  const mayChoose = choiceGone || (product.hasChoice && !problem)
  const [choosing, setChoosing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  // From then on, as the panel also says when a piece is offered, and the line can be bought again.
  const [waitable, setWaitable] = useState(problem === "OUT_OF_STOCK")
  if (problem === "OUT_OF_STOCK" && !waitable) setWaitable(true)
  const total = problem ? null : line.unitPrice * optimistic

  function closeOptions() {
    setChoosing(false)
    opener.current?.focus()
  }

  function takeOut() {
    cancelPending()
    onRemove()
  }

  return (
    <li className="flex gap-4 border-line border-b py-5 sm:gap-5">
      {/* The name beside it is the link; twice would be one stop too many for the keyboard. */}
      <Picture
        picture={product.picture}
        alt=""
        sizes="112px"
        className={cx("size-20 shrink-0 rounded-sm sm:size-28", problem && "opacity-60")}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <Heading className="min-w-0 font-display text-lg leading-snug">
            {sold ? (
              <Link to={`/products/${product.slug}`} className="hover:text-accent">
                {product.title}
              </Link>
            ) : (
              product.title
            )}
          </Heading>
          <p className={cx("shrink-0 text-right tabular-nums", saving && "opacity-50")} aria-live="polite">
            {total === null ? (
              <span className="text-ink-soft text-sm">{t("notCounted")}</span>
            ) : (
              <span className="font-medium" translate="no">
                {formatRupees(total)}
              </span>
            )}
          </p>
        </div>
        <p className="mt-0.5 text-ink-soft text-sm">
          <OptionNotes
            customization={line.customization}
            more={
              line.quantity > 1 && !problem
                ? t("eachPrice", { price: formatRupees(line.unitPrice) })
                : undefined
            }
          />
        </p>
        {own && problem === "OUT_OF_STOCK" ? (
          <p role="status" className="mt-2 text-sm text-warning">
            {t("heldForYou", { orderId: own.orderId })}
          </p>
        ) : (
          line.notices.map((notice) => (
            <p
              key={notice.code}
              role="status"
              className={cx("mt-2 text-sm", problem ? "text-danger" : "text-warning")}
            >
              {notice.message}
            </p>
          ))
        )}
        {waitable && (
          <div className="mt-3">
            <WaitlistPanel productId={product._id} />
          </div>
        )}
        {mayChoose && (
          <button
            ref={opener}
            type="button"
            aria-expanded={choosing}
            aria-label={choiceGone ? undefined : t("changeOptionsOf", { title: product.title })}
            onClick={() => setChoosing(!choosing)}
            className="inline-flex min-h-11 items-center text-accent text-sm underline underline-offset-4 hover:text-accent-deep"
          >
            {choiceGone ? t("chooseAgain") : t("changeOptions")}
          </button>
        )}
        {mayChoose && choosing && <LineOptions line={line} onDone={closeOptions} />}
        <div className="mt-3 flex items-center justify-between gap-4">
          {problem ? (
            <span />
          ) : (
            <QuantityStepper
              value={optimistic}
              max={line.maxQuantity}
              onChange={setOptimistic}
              label={t("quantityOf", { title: product.title })}
              hideLabel
            />
          )}
          <IconButton label={t("removeOf", { title: product.title })} onClick={takeOut} className="-mr-3">
            <Trash2 className="size-5" strokeWidth={1.75} />
          </IconButton>
        </div>
      </div>
    </li>
  )
}

/** Optimistic update of the quantity: shown at once, sent after the debounce, rolled back on an error. */
function useQuantity(line: CartLine) {
  const { mutate } = useCartChanges().setQuantity
  const [optimistic, setOptimistic] = useState<number | null>(null)
  const timer = useRef<number>(undefined)

  const send = useEffectEvent((quantity: number) => {
    timer.current = undefined
    // Unless the shopper has changed the quantity again in the meantime.
    const settle = () => setOptimistic((now) => (now === quantity ? null : now))
    if (quantity === line.quantity) settle()
    else mutate({ line, quantity }, { onSettled: settle })
  })
  useEffect(() => {
    if (optimistic === null) return
    timer.current = window.setTimeout(() => send(optimistic), DEBOUNCE_MS)
    return () => window.clearTimeout(timer.current)
  }, [optimistic])

  const unsaved = optimistic !== null
  useEffect(() => {
    if (unsaved) return trackUnsavedQuantity()
  }, [unsaved])

  // On unmount a pending change is sent at once.
  const leave = useEffectEvent(() => timer.current !== undefined && optimistic !== null && send(optimistic))
  useEffect(() => () => void leave(), [])

  /** Drops the pending change of a line that is being removed. */
  function cancelPending() {
    window.clearTimeout(timer.current)
    timer.current = undefined
  }
  return {
    optimistic: optimistic ?? line.quantity,
    setOptimistic,
    saving: optimistic !== null,
    cancelPending,
  }
}

/** Invalidate the cart when price, options or stock of this product change. */
function useFreshLine({ product }: CartLine) {
  const client = useQueryClient()
  useTopicEvents(`product:${product.slug}`, (live) => {
    if (live.version > product.version) void client.invalidateQueries({ queryKey: ["me", "cart"] })
  })
}
