import { readDay } from "@/lib/day-text"
import { MAX_NOTE } from "@/lib/limits"
import { isDay } from "@/lib/time"
import { z } from "@/lib/zod"

/** Rules of form fields, each with the text of its error; the server has the same ones. */

/** A text of any kind, without spaces around it. */
export const text = z.string().trim()

/** A text that is not empty. */
export const required = (message: string, fewest = 1) => text.min(fewest, message)

/** A text of a certain form, such as digits. */
export const shaped = (shape: RegExp, message: string) => text.regex(shape, message)

/** A note or reason of staff. */
export const note = z.string().trim().max(MAX_NOTE)

/** A calendar day, or empty. */
export const day = (message: string) => z.string().refine((typed) => readDay(typed) !== null, message)

/** A day and a time in India as MomentField has them, or empty; an instant for the API: `instantOf`. */
export const moment = (wrong: string, missing = wrong) =>
  z
    .string()
    .refine((typed) => !typed.startsWith("T"), { message: missing, abort: true })
    .refine((typed) => typed === "" || isDay(typed.split("T")[0] ?? ""), wrong)

/** The instant of a moment in India, of a day alone its beginning; null for an empty one. */
export const instantOf = (typed: string) =>
  typed === "" ? null : new Date(`${typed.includes("T") ? typed : `${typed}T00:00`}:00+05:30`).toISOString()

/** Characters of a bank's reference. */
export const MAX_REFERENCE = 30

/** A bank's reference of a transfer (UTR). */
export const bankReference = (message: string) => shaped(/^[A-Za-z0-9/-]{6,30}$/, message)

/** Rupees as they are typed: "500", "₹1,234.50"; null for anything else, such as three decimals. */
export function readRupees(typed: string): number | null {
  const plain = typed.replace(/[₹,\s]/g, "")
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? Number(plain) : null
}

/** An amount in rupees, sent as a number. */
export const rupees = (message: string) =>
  z.string().transform((typed, context) => {
    const amount = readRupees(typed)
    if (amount === null) context.addIssue({ code: "custom", message })
    return amount ?? 0
  })

/** A choice from a list that begins empty. */
export const chosen = <T extends string>(names: readonly T[], message: string) =>
  z.custom<T | "">((value) => names.includes(value as T), message).transform((value) => value as T)
