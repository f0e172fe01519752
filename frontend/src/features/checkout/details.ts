import { z } from "zod"
import { pincodeFitsState } from "@/lib/indian-states"

/** What can be wrong with a field; the form says it in the reader's language. */
export type FieldProblem = "required" | "email" | "phone" | "pincode" | "pincodeState" | "tooLong"

const MAX_LENGTH = 120
// One '@', something on both sides, a dot in the domain: the server's rule.
const EMAIL = /^[^@\s,;<>"]{1,64}@[^@\s,;<>"]+\.[^@\s,;<>".]{2,}$/
const PHONE = /^[0-9]{10}$/
const PINCODE = /^[1-9][0-9]{5}$/

const problem = (code: FieldProblem) => code

/** Ten digits; +91, a leading 0, spaces, dashes and brackets are taken away. */
export const normalPhone = (typed: string) =>
  typed.replace(/[\s\-().]/g, "").replace(/^(?:\+91|0091|0)(?=\d{10}$)/, "")

const line = z
  .string()
  .transform((typed) => typed.replace(/\s+/g, " ").trim())
  .pipe(z.string().min(1, problem("required")).max(MAX_LENGTH, problem("tooLong")))

const shaped = (clean: (typed: string) => string, shape: RegExp, code: FieldProblem) =>
  z
    .string()
    .transform(clean)
    .pipe(
      z
        .string()
        .min(1, problem("required"))
        .refine((value) => value === "" || shape.test(value), problem(code)),
    )

/** Who buys and where to deliver; the server checks all of it again with the same words. */
export const detailsSchema = z
  .object({
    firstName: line,
    lastName: line,
    email: shaped((typed) => typed.trim().toLowerCase(), EMAIL, "email"),
    phone: shaped(normalPhone, PHONE, "phone"),
    street: line,
    city: line,
    state: line,
    pincode: shaped((typed) => typed.replace(/\s/g, ""), PINCODE, "pincode"),
  })
  .superRefine(({ pincode, state }, context) => {
    if (PINCODE.test(pincode) && !pincodeFitsState(pincode, state)) {
      context.addIssue({ code: "custom", path: ["pincode"], message: problem("pincodeState") })
    }
  })

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
