import { required, text } from "@/features/admin/shared/form-rules"
import type { Both } from "@/features/admin/shared/in-language"
import type { PictureValue } from "@/features/admin/shared/pictures/picture-field"
import type { Translate } from "@/i18n"
import { isDay } from "@/lib/time"
import { z } from "@/lib/zod"

const MOST_FACES = 30

/** Parse grams with at most three decimals, after a dot or comma, to milligrams; null for anything else. */
export function readMilligrams(typed: string): number | null {
  const plain = typed.trim().replace(",", ".")
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(plain)) return null
  return Math.round(Number(plain) * 1000) || null
}

/** The rules of a certificate's form, as the server has them; the weight is typed in grams. */
export function certificateRule(t: Translate<"adminProducts">) {
  const missing = t("problems.required")
  const isFaces = (typed: string) =>
    /^\d{1,2}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= MOST_FACES
  return z.object({
    number: required(missing),
    lab: required(missing),
    issuedOn: z.string().refine(isDay, missing),
    origin: z.custom<Both>().refine(({ en }) => en.trim(), { path: ["en"], message: missing }),
    weightMilligrams: z
      .string()
      .refine((typed) => readMilligrams(typed) !== null, t("problems.grams"))
      .transform((typed) => readMilligrams(typed) ?? 0),
    mukhi: text
      .refine((typed) => typed === "" || isFaces(typed), t("problems.faces"))
      .transform((typed) => (typed ? Number(typed) : null)),
    xray: z.custom<PictureValue | null>().transform((picture) => picture?.url ?? null),
  })
}
