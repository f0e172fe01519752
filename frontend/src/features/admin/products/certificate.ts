import type { Both } from "@/features/admin/shared/in-language"
import { valueAt } from "@/features/admin/shared/use-form-action"
import type { ProblemKey } from "./problems"

export type CertificateDraft = {
  number: string
  lab: string
  issuedOn: string
  origin: Both
  /** As grams are typed. */
  weightMilligrams: string
  mukhi: string
}

/** A field that can be wrong, by its path. */
type CertificateField = "number" | "lab" | "issuedOn" | "origin.en" | "weightMilligrams" | "mukhi"

const MOST_FACES = 30
const required = ["number", "lab", "issuedOn", "origin.en"] as const

/** Parse grams with at most three decimals, after a dot or comma, to milligrams; null for anything else. */
export function readMilligrams(text: string): number | null {
  const typed = text.trim().replace(",", ".")
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(typed)) return null
  return Math.round(Number(typed) * 1000) || null
}

/** Validate before sending, as the server does. */
export function certificateProblems(typed: CertificateDraft): Partial<Record<CertificateField, ProblemKey>> {
  const problems: Partial<Record<CertificateField, ProblemKey>> = {}
  for (const name of required) if (!String(valueAt(typed, name)).trim()) problems[name] = "required"
  if (readMilligrams(typed.weightMilligrams) === null) problems.weightMilligrams = "grams"
  const mukhi = typed.mukhi.trim()
  if (mukhi && !(/^\d{1,2}$/.test(mukhi) && Number(mukhi) >= 1 && Number(mukhi) <= MOST_FACES)) {
    problems.mukhi = "faces"
  }
  return problems
}
