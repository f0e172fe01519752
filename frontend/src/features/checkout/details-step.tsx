import { zodResolver } from "@hookform/resolvers/zod"
import { useEffect } from "react"
import { useForm } from "react-hook-form"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { useTranslation } from "@/i18n"
import { indianStates, isIndianState } from "@/lib/indian-states"
import type { FieldProblem } from "@/lib/person"
import { type DetailField, type Details, detailsSchema, emptyDetails } from "./details"
import { usePurchase } from "./purchase"
import { StepFooter } from "./step-footer"

type DetailsStepProps = {
  initial: Details | null
  /** The server's words about fields, from a try to order. */
  refused: Partial<Details>
  onBack: () => void
  onContinue: (details: Details) => void
}

export function DetailsStep({ initial, refused, onBack, onContinue }: DetailsStepProps) {
  const { t } = useTranslation("checkout")
  const typed = usePurchase((purchase) => purchase.typed)
  const form = useForm({
    defaultValues: initial ?? emptyDetails,
    resolver: zodResolver(detailsSchema),
    mode: "onTouched",
  })
  const { errors, touchedFields } = form.formState

  // Kept at every stroke: closing the window, by whatever way, loses nothing.
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => typed(values) }),
    [form, typed],
  )

  const stateName = (state: string) => (isIndianState(state) ? t(`states.${state}`) : state)
  const problemText = (field: DetailField): string | undefined => {
    const code = errors[field]?.message as FieldProblem | undefined
    if (code)
      return t(`errors.${code}`, { field: t(`fields.${field}`), state: stateName(form.getValues("state")) })
    return touchedFields[field] ? undefined : refused[field]
  }
  const field = (name: DetailField) => ({
    ...form.register(name),
    label: t(`fields.${name}`),
    error: problemText(name),
  })

  return (
    <form noValidate onSubmit={form.handleSubmit(onContinue)} className="space-y-6">
      <fieldset className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
        <legend className="mb-3 font-display text-lg">{t("contact")}</legend>
        <TextField {...field("firstName")} autoComplete="given-name" autoCapitalize="words" />
        <TextField {...field("lastName")} autoComplete="family-name" autoCapitalize="words" />
        <TextField
          {...field("email")}
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          hint={t("hints.email")}
        />
        <TextField
          {...field("phone")}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint={t("hints.phone")}
        />
      </fieldset>
      <fieldset className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
        <legend className="mb-3 font-display text-lg">{t("delivery")}</legend>
        <TextField
          {...field("street")}
          autoComplete="street-address"
          hint={t("hints.street")}
          className="sm:col-span-2"
        />
        <TextField {...field("city")} autoComplete="address-level2" autoCapitalize="words" />
        <NativeSelect
          {...field("state")}
          autoComplete="address-level1"
          options={[
            { value: "", label: t("chooseState") },
            ...indianStates.map((state) => ({ value: state, label: t(`states.${state}`) })),
          ]}
        />
        <TextField {...field("pincode")} inputMode="numeric" autoComplete="postal-code" maxLength={7} />
        <TextField label={t("fields.country")} value={t("india")} readOnly autoComplete="off" />
      </fieldset>
      <StepFooter>
        <div className="flex justify-between gap-4">
          <Button variant="quiet" onClick={onBack}>
            {t("back")}
          </Button>
          <Button type="submit">{t("continue")}</Button>
        </div>
      </StepFooter>
    </form>
  )
}
