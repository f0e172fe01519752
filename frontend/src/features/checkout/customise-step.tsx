import type { UseQueryResult } from "@tanstack/react-query"
import { Button } from "@/components/button"
import { CustomizationPicker } from "@/components/customization-picker"
import { Notice } from "@/components/notice"
import { Picture } from "@/components/picture"
import { QuantityStepper } from "@/components/quantity-stepper"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { cx } from "@/lib/cx"
import { formatRupees } from "@/lib/money"
import { hasOptions } from "@/lib/selection"
import type { CustomizationSelection, ProductDetail, Quote } from "@/lib/types"
import { StepFooter } from "./step-footer"

type CustomiseStepProps = {
  product: ProductDetail
  selection: CustomizationSelection
  quantity: number
  quote: UseQueryResult<Quote>
  stale: boolean
  onSelection: (selection: CustomizationSelection) => void
  onQuantity: (quantity: number) => void
  onCancel: () => void
  onContinue: () => void
}

export function CustomiseStep(props: CustomiseStepProps) {
  const { product, selection, quantity, stale, onSelection, onQuantity, onCancel, onContinue } = props
  const { data: quote, error } = props.quote
  const { t } = useTranslation("checkout")
  const errorText = useErrorText()
  return (
    <>
      <div className="flex items-center gap-4">
        <Picture src={product.mainImage} alt="" sizes="96px" className="size-24 shrink-0 rounded-sm" />
        <p className="min-w-0 text-ink-soft">{product.shortDescription}</p>
      </div>
      {hasOptions(product.customization) ? (
        <CustomizationPicker options={product.customization} selection={selection} onChange={onSelection} />
      ) : (
        <p className="text-ink-soft text-sm">{t("noOptions")}</p>
      )}
      <div className="@container">
        <QuantityStepper
          value={quantity}
          max={product.maxQuantity}
          onChange={onQuantity}
          beside={
            <p role="status" className={cx("text-sm", product.isAvailable ? "text-ink-soft" : "text-danger")}>
              {!product.isAvailable
                ? t("soldOut")
                : product.sellableIsMore
                  ? t("availableMore", { least: product.sellable })
                  : t("available", { count: product.sellable })}
            </p>
          }
        />
      </div>
      {error && product.isAvailable && (
        <Notice tone="warning" announce>
          {errorText(error)}
        </Notice>
      )}
      <StepFooter>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
          <p aria-live="polite" className="mr-auto min-w-0">
            <span className="block text-ink-soft text-sm">{t("summary.total")}</span>
            <span className={cx("font-medium text-lg tabular-nums", stale && "opacity-50")} translate="no">
              {quote ? formatRupees(quote.totalAmount) : "…"}
            </span>
          </p>
          <Button variant="quiet" onClick={onCancel}>
            {t("cancel")}
          </Button>
          <Button
            className="max-sm:grow"
            disabled={!product.isAvailable || error !== null}
            onClick={onContinue}
          >
            {t("toDetails")}
          </Button>
        </div>
      </StepFooter>
    </>
  )
}
