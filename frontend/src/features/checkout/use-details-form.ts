import { zodResolver } from "@hookform/resolvers/zod"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { type FieldErrors, useForm } from "react-hook-form"
import { addressesQuery, type SavedAddress, saveAddress } from "@/features/account/calls"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { isIndianState } from "@/lib/indian-states"
import type { FieldProblem } from "@/lib/person-fields"
import { usePlaceOfPincode } from "@/lib/place-of-pincode"
import { toast } from "@/lib/toast"
import { profileQuery, type User } from "@/stores/session"
import { detailsOf, useCheckoutStore } from "./checkout-store"
import {
  type DetailField,
  type Details,
  detailsSchema,
  emptyDetails,
  fullName,
  missing,
  oneNameSchema,
  withOneName,
  withTwoNames,
} from "./details"

/** Fields that are shown whether or not the address is a saved one. */
const BESIDE_ADDRESS: ReadonlySet<string> = new Set(["email", "businessName", "gstin"])
/** Option for an address that is not in the address book. */
const OTHER = "other"

export type DetailsFormOptions = {
  user: User | null
  /** One field for the whole name, as in accounts and saved addresses. */
  nameInOne: boolean
  /** Field errors of the server from the order creation. */
  refused: Partial<Details>
  addresses: readonly SavedAddress[]
}

export type DetailsForm = ReturnType<typeof useDetailsForm>

/** The saved addresses of a logged-in user; await them, since the form is prefilled with the first one. */
export function useSavedAddresses(user: User | null) {
  const { data, isPending } = useQuery({ ...addressesQuery(user?.version ?? 0), enabled: user !== null })
  return { addresses: data ?? [], isLoading: user !== null && isPending }
}

/** The form of buyer and delivery address, prefilled from draft, address book and account. */
export function useDetailsForm({ user, nameInOne, refused, addresses }: DetailsFormOptions) {
  const { t } = useTranslation("checkout")
  const errorText = useErrorText()
  const client = useQueryClient()
  const setDetails = useCheckoutStore((checkout) => checkout.setDetails)
  const [given] = useState(() => start(useCheckoutStore.getState().details, user, addresses))
  const [chosen, setChosen] = useState(() => bookEntry(given, addresses)?._id ?? OTHER)
  const [save, setSave] = useState(false)
  const [lacking, setLacking] = useState<ReturnType<typeof missing>>(null)
  const named = nameInOne ? withOneName(given) : withTwoNames(given)
  const [hasOneName, setHasOneName] = useState(named.firstName !== "" && named.lastName === "")
  const [isBusiness, setIsBusiness] = useState(given.gstin !== "" || given.businessName !== "")
  const form = useForm({
    defaultValues: named,
    resolver: zodResolver(nameInOne || hasOneName ? oneNameSchema : detailsSchema),
    mode: "onTouched",
  })
  const { errors } = form.formState
  // In the order of the fields: the first invalid one gets the focus.
  for (const name of Object.keys(emptyDetails)) form.register(name as DetailField)

  // Stored on every change, so that closing the dialog loses nothing.
  useEffect(() => {
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => setDetails(values) })
  }, [form, setDetails])
  useEffect(() => {
    for (const [name, message] of Object.entries(refused))
      form.setError(name as DetailField, { type: "server", message })
  }, [form, refused])
  const filledIn = usePlaceOfPincode(form, form.watch("pincode"))

  const stateName = (state: string) => (isIndianState(state) ? t(`states.${state}`) : state)
  function problemOf(name: DetailField, label: string): string | undefined {
    const error = errors[name]
    if (!error?.message) return undefined
    if (error.type === "server") return error.message
    const code = error.message as FieldProblem
    return t(`errors.${code}`, { field: label, state: stateName(form.getValues("state")) })
  }

  /** Runs in the background: the order contains the address anyway. */
  async function saveToAddressBook(details: Details) {
    const body = { ...entryOf(details), country: "India", isDefault: addresses.length === 0 }
    try {
      const { addresses: now } = await saveAddress(body)
      setChosen(bookEntry(details, now)?._id ?? OTHER)
      await client.invalidateQueries({ queryKey: ["me", "addresses"] })
      await client.invalidateQueries({ queryKey: profileQuery.queryKey })
      toast.success(t("saved.kept"))
    } catch (error) {
      toast.error(errorText(error, t("saved.failed")))
    }
  }

  return {
    field(name: DetailField, label = t(`fields.${name}`)) {
      return { ...form.register(name), label, error: problemOf(name, label) }
    },
    nameInOne,
    hasOneName,
    goByOneName(oneName: boolean) {
      setHasOneName(oneName)
      if (oneName) form.setValue("lastName", "", { shouldDirty: true })
      form.clearErrors("lastName")
    },
    isBusiness,
    /** Ask for a business's name and GSTIN, or forget them. */
    setBusiness(business: boolean) {
      setIsBusiness(business)
      if (business) return
      for (const name of ["businessName", "gstin"] as const) form.setValue(name, "", { shouldDirty: true })
      form.clearErrors(["businessName", "gstin"])
      setLacking(null)
    },
    /** State of the delivery address; empty until it is entered. */
    state: form.watch("state"),
    pincode: form.watch("pincode"),
    /** State and city just filled in from the pincode. */
    filledIn,
    isLoggedIn: user !== null,
    addresses,
    isOther: chosen === OTHER,
    chosen,
    choose(id: string) {
      setChosen(id)
      setLacking(null)
      const entry = addresses.find((address) => address._id === id)
      const now = form.getValues()
      const next = entry ? withEntry(now, entry) : { ...now, street: "", city: "", state: "", pincode: "" }
      form.reset(nameInOne || !entry ? next : withTwoNames(next))
      if (entry && !nameInOne) setHasOneName(withTwoNames(next).lastName === "")
      setDetails(form.getValues())
    },
    save,
    setSave,
    /** Error summary above the buttons; null without one. */
    lacking,
    /** Validate the form and continue with its values. */
    submit: (onValid: (details: Details) => void) =>
      form.handleSubmit(
        (details) => {
          setLacking(null)
          if (user && save && chosen === OTHER) void saveToAddressBook(details)
          onValid(details)
        },
        (invalid: FieldErrors<Details>) => {
          setLacking(missing(invalid))
          // Invalid fields must be visible; beside a saved address those of the address are not.
          if (Object.keys(invalid).some((name) => !BESIDE_ADDRESS.has(name))) setChosen(OTHER)
        },
      ),
  }
}

/** Initial values: the stored draft, else the default address, else the account. */
function start(remembered: Details | null, user: User | null, addresses: readonly SavedAddress[]): Details {
  if (remembered) return remembered
  const usual = addresses.find((address) => address.isDefault) ?? addresses[0]
  const own = user ? detailsOf(user) : emptyDetails
  return usual ? withEntry(own, usual) : own
}

const withEntry = (details: Details, entry: SavedAddress): Details => {
  const { name, phone, street, city, state, pincode } = entry
  return { ...details, firstName: name, lastName: "", phone, street, city, state, pincode }
}

const entryOf = ({ phone, street, city, state, pincode, ...name }: Details) => {
  return { name: fullName(name), phone, street, city, state, pincode }
}

/** Find the saved address with the same values. */
function bookEntry(details: Details, addresses: readonly SavedAddress[]) {
  const wanted = Object.entries(entryOf(details))
  return addresses.find((entry) =>
    wanted.every(([name, value]) => entry[name as keyof SavedAddress] === value),
  )
}
