import { plainDigits } from "./typed-id"

/** A phone number's ten digits, without what stands in front of them and between them; as the server's rule. */
export const normalPhone = (typed: string) =>
  plainDigits(typed)
    .replace(/[\s\p{Cc}\p{Cf}\p{Pd}().\u2212]/gu, "")
    .replace(/^(?:(?:\+|00?)?91)?0?(?=\d{10}$)/, "")

/** Return the error of a number: it has not ten digits, or no mobile number of India begins like this. */
export function phoneProblem(digits: string): "phone" | "phoneMobile" | null {
  if (!/^\d{10}$/.test(digits)) return "phone"
  return /^[6-9]/.test(digits) ? null : "phoneMobile"
}
