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
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { useTopicEvents } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import type { ProductLive } from "@/lib/types"
import { noteUnsettled } from "@/stores/cart"
import { useCartChanges } from "./changes"
import type { CartLine } from "./queries"

const LineOptions = lazySection(
  () => import("./line-options").then((module) => module.LineOptions),
  <Skeleton className="mt-4 h-40 w-full rounded-md" />,
)

/** How long the quantity stands still before it is sent: five presses are one change. */
const SETTLE_MS = 400

type CartLineRowProps = {
  line: CartLine
  /** The level that fits the headings around it. */
  heading: "h2" | "h3"
  onRemove: () => void
}

/** One line of the cart; it looks again when its product changes. */
export function CartLineRow({ line, heading: Heading, onRemove }: CartLineRowProps) {
  const { t } = useTranslation("cart")
  const { product, problem } = line
  useFreshLine(line)
  const { wanted, setWanted, settling, forget } = useQuantity(line)
  const sold = problem !== "PRODUCT_UNAVAILABLE"
  const choiceGone = problem === "OPTION_UNAVAILABLE"
  const mayChoose = choiceGone || (product.hasChoice && !problem)
  const [choosing, setChoosing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const total = problem ? null : line.unitPrice * wanted

  function closeOptions() {
    setChoosing(false)
    opener.current?.focus()
  }

  function takeOut() {
    forget()
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
          <p className={cx("shrink-0 text-right tabular-nums", settling && "opacity-50")} aria-live="polite">
            {total === null ? (
              <span className="text-ink-soft text-sm">{t("notCounted")}</span>
            ) : (
              <span className="font-medium">{formatRupees(total)}</span>
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
        {line.notices.map((notice) => (
          <p
            key={notice.code}
            role="status"
            className={cx("mt-2 text-sm", problem ? "text-danger" : "text-warning")}
          >
            {notice.message}
          </p>
        ))}
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
              value={wanted}
              max={line.maxQuantity}
              onChange={setWanted}
              label={t("quantityOf", { title: product.title })}
              hideLabel
            />
          )}
          <IconButton label={t("removeOf", { title: product.title })} onClick={takeOut} className="-mr-3">
            <Trash2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
          </IconButton>
        </div>
      </div>
    </li>
  )
}

/** The quantity follows the finger at once and the server a moment later; a refusal takes it back. */
function useQuantity(line: CartLine) {
  const { mutate } = useCartChanges().setQuantity
  const [wanted, setWanted] = useState<number | null>(null)
  const timer = useRef<number>(undefined)

  const send = useEffectEvent((quantity: number) => {
    timer.current = undefined
    // Unless the finger was faster and wants something else by now.
    const settle = () => setWanted((now) => (now === quantity ? null : now))
    if (quantity === line.quantity) settle()
    else mutate({ line, quantity }, { onSettled: settle })
  })
  useEffect(() => {
    if (wanted === null) return
    timer.current = window.setTimeout(() => send(wanted), SETTLE_MS)
    return () => window.clearTimeout(timer.current)
  }, [wanted])

  const unsettled = wanted !== null
  useEffect(() => {
    if (unsettled) return noteUnsettled()
  }, [unsettled])

  // Closed before it was sent, it is sent all the same.
  const leave = useEffectEvent(() => timer.current !== undefined && wanted !== null && send(wanted))
  useEffect(() => () => void leave(), [])

  /** Of a line that goes, the quantity does not matter any more. */
  function forget() {
    window.clearTimeout(timer.current)
    timer.current = undefined
  }
  return { wanted: wanted ?? line.quantity, setWanted, settling: wanted !== null, forget }
}

/** Look at the cart again when the shop changes this product: its price, its options, what is left. */
function useFreshLine({ product }: CartLine) {
  const client = useQueryClient()
  useTopicEvents<ProductLive>(`product:${product.slug}`, (live) => {
    if (live.version > product.version) void client.invalidateQueries({ queryKey: ["me", "cart"] })
  })
}
