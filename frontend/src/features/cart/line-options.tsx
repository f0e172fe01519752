import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { Button, ButtonLink } from "@/components/button"
import { CustomizationPicker } from "@/components/customization-picker"
import { ErrorState } from "@/components/error-state"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { formatRupees } from "@/lib/money"
import { productQuery } from "@/lib/product"
import { quoteQuery } from "@/lib/quote"
import { retryOf } from "@/lib/retry-of"
import { offeredSelection } from "@/lib/selection"
import type { CustomizationSelection, ProductDetail } from "@/lib/types"
import { useCartChanges } from "./changes"
import type { CartLine } from "./queries"

type LineOptionsProps = { line: CartLine; onDone: () => void }

/** Choose the options of a line anew, below it; the price is the server's before it is agreed to. */
export function LineOptions({ line, onDone }: LineOptionsProps) {
  const { t } = useTranslation("cart")
  const { title, slug } = line.product
  const product = useQuery(productQuery(slug))
  const region = useRef<HTMLElement>(null)
  // Where the keyboard goes on: what was asked for opens below the button.
  useEffect(() => {
    region.current?.focus()
  }, [])
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={t("optionsOf", { title })}
      // On a phone it also takes the room below the picture.
      className="mt-4 rounded-md bg-tile p-5 outline-hidden max-sm:-ml-24"
    >
      {product.data?.hasVariants ? (
        // Since it was put into the cart: its variants are products of their own, chosen on its page.
        <ButtonLink to={`/products/${slug}`} aria-label={t("shop:card.chooseOf", { title })}>
          {t("shop:card.choose")}
        </ButtonLink>
      ) : product.data ? (
        <Choice line={line} product={product.data} onDone={onDone} />
      ) : product.error ? (
        <ErrorState compact fallback={t("optionsFailed")} {...retryOf(product)} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </section>
  )
}

function Choice({ line, product, onDone }: LineOptionsProps & { product: ProductDetail }) {
  const { t } = useTranslation("cart")
  const errorText = useErrorText()
  const { setOptions } = useCartChanges()
  const [selection, setSelection] = useState<CustomizationSelection>(() =>
    offeredSelection(product.customization, line.customization),
  )
  const quote = useQuery(
    quoteQuery([{ productId: product._id, quantity: 1, customization: selection }], {
      version: product.version,
    }),
  )
  const piece = quote.data?.lines[0]
  return (
    <div className="space-y-6">
      <CustomizationPicker options={product.customization} selection={selection} onChange={setSelection} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="mr-auto tabular-nums max-sm:w-full" aria-live="polite">
          {quote.error
            ? errorText(quote.error)
            : piece && t("eachPrice", { price: formatRupees(piece.unitPrice) })}
        </p>
        <Button variant="quiet" className="max-sm:-ml-5" onClick={onDone}>
          {t("keepOptions")}
        </Button>
        <Button
          className="max-sm:flex-1"
          busy={setOptions.isPending}
          onClick={() => setOptions.mutate({ line, customization: selection }, { onSuccess: onDone })}
        >
          {t("applyOptions")}
        </Button>
      </div>
    </div>
  )
}
