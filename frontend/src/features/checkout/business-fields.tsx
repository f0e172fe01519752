import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { useTranslation } from "@/i18n"
import type { DetailsForm } from "./use-details-form"

/** For whom a business buys: its name and GSTIN, for an invoice with which it claims the tax. */
export function BusinessFields({ form }: { form: DetailsForm }) {
  const { t } = useTranslation("checkout")
  const { field, isBusiness, setBusiness } = form
  if (!isBusiness) {
    return (
      <Button variant="quiet" size="sm" className="-ml-3.5 min-h-11" onClick={() => setBusiness(true)}>
        {t("business.open")}
      </Button>
    )
  }
  return (
    <fieldset className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
      <legend className="mb-3 font-display text-lg">{t("business.title")}</legend>
      <TextField {...field("businessName")} autoComplete="organization" maxLength={100} />
      <TextField
        {...field("gstin")}
        hint={t("hints.gstin")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
      />
      <div className="sm:col-span-2">
        <Button variant="quiet" size="sm" className="-ml-3.5 min-h-11" onClick={() => setBusiness(false)}>
          {t("business.close")}
        </Button>
      </div>
    </fieldset>
  )
}
