import { EMAIL, normalEmail } from "@/lib/email"
import { normalPhone, phoneProblem } from "@/lib/phone-number"

export const TOPICS = ["order", "payment", "return", "product", "grievance", "other"] as const
export type Topic = (typeof TOPICS)[number]

/** The values of the contact form. */
export type Draft = {
  name: string
  email: string
  phone: string
  topic: Topic | ""
  orderId: string
  message: string
  /** Nobody sees this field; machines fill it in. */
  website: string
}
export type Field = Exclude<keyof Draft, "website">
type Problem = "required" | "email" | "phone" | "phoneMobile"

/** In the order of the form: the first one that is wrong is where the reader goes. */
export const FIELDS: readonly Field[] = ["name", "email", "phone", "topic", "orderId", "message"]

/** Return what is wrong with each field; an empty object for a message that can be sent. */
export function problemsOf(draft: Draft): Partial<Record<Field, Problem>> {
  const problems: Partial<Record<Field, Problem>> = {}
  for (const field of ["name", "email", "topic", "message"] as const)
    if (!draft[field].trim()) problems[field] = "required"
  if (!problems.email && !EMAIL.test(normalEmail(draft.email))) problems.email = "email"
  const digits = normalPhone(draft.phone)
  const phone = digits && phoneProblem(digits)
  if (phone) problems.phone = phone
  return problems
}
