import { Tag, X } from "lucide-react"
import { type FormEvent, useState } from "react"
import { Button, IconButton } from "@/components/button"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { typedId } from "@/lib/typed-id"
import type { Quote } from "@/lib/types"
import { useCheckoutStore } from "./checkout-store"

type DiscountFieldProps = {
  quote: Quote
  /** True when the quote shown is stale, as a new one is loading. */
  stale: boolean
  disabled: boolean
}

/** Apply a discount code, see its effect or error, and remove it. */
export function DiscountField({ quote, stale, disabled }: DiscountFieldProps) {
  const { t } = useTranslation("checkout")
  const { discountCode, setDiscountCode } = useCheckoutStore()
  const [open, setOpen] = useState(discountCode !== "")
  const [typed, setTyped] = useState(discountCode)
  const problem = discountCode !== "" && !stale ? quote.discountProblem : null

  if (discountCode && quote.discount > 0 && !quote.discountProblem) {
    return (
      <div role="status" className="flex min-h-11 items-center gap-2.5 text-sm">
        <Tag className="size-4 shrink-0 text-success" />
        <span className="min-w-0 flex-1">
          {t("discount.applied", { code: typedId(discountCode), amount: formatRupees(quote.discount) })}
        </span>
        <IconButton
          label={t("discount.remove")}
          disabled={disabled}
          onClick={() => {
            setDiscountCode("")
            setTyped("")
          }}
        >
          <X className="size-4" />
        </IconButton>
      </div>
    )
  }
  if (!open) {
    return (
      <Button variant="quiet" size="sm" className="-ml-3.5 min-h-11" onClick={() => setOpen(true)}>
        <Tag className="size-4" />
        {t("discount.have")}
      </Button>
    )
  }

  function apply(event: FormEvent) {
    event.preventDefault()
    setDiscountCode(typed.trim())
  }
  return (
    <form noValidate onSubmit={apply} className="flex items-start gap-3">
      <div aria-live="polite" className="min-w-0 flex-1">
        <TextField
          label={t("discount.label")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={problem ? problem.message : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
      </div>
      <Button
        type="submit"
        variant="secondary"
        className="mt-7.5 min-h-11.5"
        disabled={disabled || typed.trim() === ""}
        busy={stale && discountCode !== "" && typed.trim() === discountCode}
      >
        {t("discount.apply")}
      </Button>
    </form>
  )
}
