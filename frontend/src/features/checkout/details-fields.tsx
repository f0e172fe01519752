import { useQuery } from "@tanstack/react-query"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { EmailField, PhoneField } from "@/components/email-field"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { PlaceFields } from "@/components/place-fields"
import { useTranslation } from "@/i18n"
import { isIndianState } from "@/lib/indian-states"
import { shopQuery } from "@/lib/shop"
import { BusinessFields } from "./business-fields"
import { SavedAddresses } from "./saved-addresses"
import type { DetailsForm } from "./use-details-form"

/** The fields about who buys and where it goes, in every window and on every page that sells. */
export function DetailsFields({ form, undeliverable }: { form: DetailsForm; undeliverable?: string }) {
  const { t } = useTranslation("checkout")
  const { field, isOther, addresses } = form
  const onlyState = useQuery(shopQuery).data?.onlyState ?? ""
  return (
    <>
      {isIndianState(onlyState) && <Notice>{t("onlyState", { state: t(`states.${onlyState}`) })}</Notice>}
      {addresses.length > 0 && <SavedAddresses form={form} />}
      <fieldset className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
        <legend className="mb-3 font-display text-lg">{t("contact")}</legend>
        {isOther && <NameFields form={form} />}
        <EmailField
          {...field("email")}
          hint={t("hints.email")}
          className={isOther ? undefined : "sm:col-span-2"}
        />
        {isOther && <PhoneField {...field("phone")} hint={t("hints.phone")} />}
      </fieldset>
      {isOther && <Delivery form={form} />}
      {undeliverable && <Notice tone="warning" announce title={undeliverable} />}
      <BusinessFields form={form} />
      {form.lacking && (
        <Notice tone="warning" announce>
          {t(`errors.${form.lacking}`)}
        </Notice>
      )}
    </>
  )
}

function NameFields({ form }: { form: DetailsForm }) {
  const { t } = useTranslation("checkout")
  const { field, nameInOne, hasOneName, goByOneName } = form
  if (nameInOne) {
    return (
      <TextField
        {...field("firstName", t("fields.name"))}
        autoComplete="name"
        autoCapitalize="words"
        className="sm:col-span-2"
      />
    )
  }
  return (
    <>
      <div className={hasOneName ? "sm:col-span-2" : undefined}>
        <TextField
          {...field("firstName", hasOneName ? t("fields.name") : undefined)}
          autoComplete={hasOneName ? "name" : "given-name"}
          autoCapitalize="words"
        />
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3.5 mt-0.5 max-sm:min-h-11"
          onClick={() => goByOneName(!hasOneName)}
        >
          {t(hasOneName ? "twoNames" : "oneName")}
        </Button>
      </div>
      {!hasOneName && <TextField {...field("lastName")} autoComplete="family-name" autoCapitalize="words" />}
    </>
  )
}

function Delivery({ form }: { form: DetailsForm }) {
  const { t } = useTranslation("checkout")
  const { field, filledIn, isLoggedIn, save, setSave } = form
  return (
    <fieldset className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
      <legend className="mb-3 font-display text-lg">{t("delivery")}</legend>
      <PlaceFields field={field} filledIn={filledIn} />
      {isLoggedIn && (
        <div className="sm:col-span-2">
          <Checkbox checked={save} onChange={setSave}>
            {t("saved.save")}
          </Checkbox>
        </div>
      )}
    </fieldset>
  )
}
