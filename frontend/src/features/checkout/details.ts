import { z } from "zod"
import { checkPlace, email, line, phone, placeFields } from "@/lib/person"

/** Who buys and where to deliver; the server checks all of it again with the same words. */
export const detailsSchema = z
  .object({ firstName: line, lastName: line, email, phone, ...placeFields })
  .superRefine(checkPlace)

export type Details = z.infer<typeof detailsSchema>
export type DetailField = keyof Details

export const emptyDetails: Details = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  street: "",
  city: "",
  state: "",
  pincode: "",
}

/** The field a server's error belongs to: `customerInfo.address.pincode` and `shippingAddress.pincode` → pincode. */
export function fieldOf(path: string): DetailField | null {
  const last = path.split(".").at(-1) ?? ""
  if (last === "name") return "firstName"
  return last in emptyDetails ? (last as DetailField) : null
}
