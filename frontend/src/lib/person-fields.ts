import { EMAIL, normalEmail } from "./email"
import { pincodeFitsState } from "./indian-states"
import { normalPhone, phoneProblem } from "./phone-number"
import { plainDigits } from "./typed-id"
import { z } from "./zod"

/** Validation errors of a person's fields; the form translates them. */
export type FieldProblem =
  | "required"
  | "email"
  | "phone"
  | "phoneMobile"
  | "pincode"
  | "pincodeState"
  | "gstin"
  | "tooLong"
export type PasswordProblem = "passwordShort"

export const MAX_LENGTH = 120
const MIN_PASSWORD = 10
const MAX_PASSWORD = 128
const PINCODE = /^[1-9][0-9]{5}$/
/** Its form; the server checks its last character and its state. */
const GSTIN = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/

const problem = (code: FieldProblem | PasswordProblem) => code

const judged = (clean: (typed: string) => string, fault: (value: string) => FieldProblem | null, min = 1) =>
  z
    .string()
    .transform(clean)
    .pipe(
      z
        .string()
        .min(min, problem("required"))
        .superRefine((value, context) => {
          const message = value === "" ? null : fault(value)
          if (message) context.addIssue({ code: "custom", message })
        }),
    )

const shaped = (clean: (typed: string) => string, shape: RegExp, code: FieldProblem, min = 1) =>
  judged(clean, (value) => (shape.test(value) ? null : code), min)

const lineOf = (min: number) =>
  z
    .string()
    .transform((typed) => typed.replace(/\s+/g, " ").trim())
    .pipe(z.string().min(min, problem("required")).max(MAX_LENGTH, problem("tooLong")))

/** Text on one line, whitespace collapsed. */
export const line = lineOf(1)
export const optionalLine = lineOf(0)

export const optionalGstin = shaped(
  (typed) => plainDigits(typed).replace(/[\s-]/g, "").toUpperCase(),
  GSTIN,
  "gstin",
  0,
)

export const email = shaped(normalEmail, EMAIL, "email")
export const phone = judged(normalPhone, phoneProblem)
export const optionalPhone = judged(normalPhone, phoneProblem, 0)
export const password = z.string().min(1, problem("required")).max(MAX_PASSWORD, problem("tooLong"))
export const newPassword = password.refine(
  (typed) => typed === "" || typed.length >= MIN_PASSWORD,
  problem("passwordShort"),
)

export const placeFields = {
  street: line,
  city: line,
  state: line,
  pincode: shaped((typed) => plainDigits(typed).replace(/\s/g, ""), PINCODE, "pincode"),
}

/** Refinement: the pincode must belong to the state. */
export function checkPlace(place: { pincode: string; state: string }, context: z.RefinementCtx) {
  if (PINCODE.test(place.pincode) && !pincodeFitsState(place.pincode, place.state)) {
    context.addIssue({ code: "custom", path: ["pincode"], message: problem("pincodeState") })
  }
}
