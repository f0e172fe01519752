import {
  checkPlace,
  email,
  line,
  MAX_LENGTH,
  optionalGstin,
  optionalLine,
  phone,
  placeFields,
} from "@/lib/person-fields"
import { z } from "@/lib/zod"

const schemaWith = (lastName: typeof line) =>
  z
    .object({
      firstName: line,
      lastName,
      email,
      phone,
      ...placeFields,
      businessName: optionalLine,
      gstin: optionalGstin,
    })
    .superRefine(checkPlace)
    .superRefine((details, context) => {
      // The order keeps one name.
      if (details.lastName && fullName(details).length > MAX_LENGTH)
        context.addIssue({ code: "custom", path: ["lastName"], message: "tooLong" })
      // A business has both.
      for (const [given, missing] of [
        ["gstin", "businessName"],
        ["businessName", "gstin"],
      ] as const)
        if (details[given] && !details[missing])
          context.addIssue({ code: "custom", path: [missing], message: "required" })
    })

/** The buyer and the delivery address; the server checks all of it again with the same messages. */
export const detailsSchema = schemaWith(line)
/** The same for people of one name, and for a form that asks for the name in one field: `firstName` has all of it. */
export const oneNameSchema = schemaWith(optionalLine)

export type Details = z.infer<typeof detailsSchema>
export type DetailField = keyof Details

/** In the order of the form's fields. */
export const emptyDetails: Details = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  street: "",
  pincode: "",
  city: "",
  state: "",
  businessName: "",
  gstin: "",
}

export const fullName = ({ firstName, lastName }: Pick<Details, "firstName" | "lastName">) =>
  `${firstName} ${lastName}`.trim()

/** The name in one field. */
export const withOneName = (details: Details): Details => ({
  ...details,
  firstName: fullName(details),
  lastName: "",
})

/** The name in two fields, parted at its first space; a name of one word stays one. */
export function withTwoNames(details: Details): Details {
  if (details.lastName) return details
  const [firstName = "", ...rest] = details.firstName.trim().split(/\s+/)
  return { ...details, firstName, lastName: rest.join(" ") }
}

/** Return the summary of missing fields: first of the person, then of the address. */
export function missing(
  errors: Partial<Record<DetailField, { message?: string }>>,
): "fillAll" | "fillAddress" | null {
  const lacks = (...fields: DetailField[]) => fields.some((field) => errors[field]?.message === "required")
  if (lacks("firstName", "lastName", "email", "phone", "businessName", "gstin")) return "fillAll"
  return lacks("street", "city", "state", "pincode") ? "fillAddress" : null
}

/** The field a server's error belongs to: `customerInfo.address.pincode` and `shippingAddress.pincode` → pincode. */
export function fieldOf(path: string): DetailField | null {
  const last = path.split(".").at(-1) ?? ""
  if (last === "name") return "firstName"
  if (last === "address") return "street"
  return last in emptyDetails ? (last as DetailField) : null
}
