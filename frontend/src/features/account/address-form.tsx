import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useForm } from "react-hook-form"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { PhoneField } from "@/components/email-field"
import { ErrorNotice } from "@/components/error-notice"
import { TextField } from "@/components/field"
import { PlaceFields } from "@/components/place-fields"
import { useTranslation } from "@/i18n"
import { checkPlace, line, phone, placeFields } from "@/lib/person-fields"
import { usePlaceOfPincode } from "@/lib/place-of-pincode"
import { z } from "@/lib/zod"
import type { User } from "@/stores/session"
import { type SavedAddress, saveAddress } from "./calls"
import { useDraft } from "./drafts"
import { refuseFields, useFields } from "./fields"

const schema = z.object({ name: line, phone, ...placeFields }).superRefine(checkPlace)

type AddressFormProps = {
  user: User
  /** Null for a new one. */
  address: SavedAddress | null
  /** The first address is the default, and a default stays it until another takes its place. */
  mustBeDefault: boolean
  onSaved: () => void
}

export function AddressForm({ user, address, mustBeDefault, onSaved }: AddressFormProps) {
  const { t } = useTranslation(["account", "checkout"])
  // The server makes the first one the default: whether this is it, the list here may not know yet.
  const [isDefault, setDefault] = useState(false)
  const form = useForm({
    defaultValues: {
      name: address?.name ?? user.name,
      phone: address?.phone ?? user.phone,
      street: address?.street ?? "",
      city: address?.city ?? "",
      state: address?.state ?? "",
      pincode: address?.pincode ?? "",
    },
    resolver: zodResolver(schema),
    mode: "onTouched",
  })
  const field = useFields(form)
  const filledIn = usePlaceOfPincode(form, form.watch("pincode"))
  useDraft("address", user._id, form, address?._id ?? null)
  const save = useMutation({
    mutationFn: (place: z.infer<typeof schema>) =>
      saveAddress({ country: "India", ...place, isDefault }, address?._id),
    onSuccess: onSaved,
    onError: (error) => refuseFields(form, error),
  })
  const refusedElsewhere = Object.keys(form.formState.errors).length === 0

  return (
    <form noValidate onSubmit={form.handleSubmit((place) => save.mutate(place))} className="space-y-5">
      <ErrorNotice error={refusedElsewhere ? save.error : null} fallback={t("addresses.failed")} />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField {...field("name")} autoComplete="name" autoCapitalize="words" />
        <PhoneField {...field("phone")} />
        <PlaceFields field={field} filledIn={filledIn} />
      </div>
      {!mustBeDefault && (
        <Checkbox checked={isDefault} onChange={setDefault}>
          {t("addresses.useAsDefault")}
        </Checkbox>
      )}
      <Button type="submit" className="w-full" busy={save.isPending}>
        {t("addresses.save")}
      </Button>
    </form>
  )
}
