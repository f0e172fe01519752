import { instantOf, moment, text } from "@/features/admin/shared/form-rules"
import type { Translate } from "@/i18n"
import { indianDayOf } from "@/lib/time"
import { z } from "@/lib/zod"
import type { AdminDiscount } from "./queries"

const DAY_MS = 24 * 60 * 60 * 1000

const numberText = (value: number | null | undefined) => (value == null ? "" : String(value))

/** A moment as the form has it; midnight is the day alone, for an end the day before. */
function momentText(at: string | null | undefined, isEnd = false) {
  if (!at) return ""
  const date = new Date(at)
  const time = new Date(date.getTime() + 330 * 60 * 1000).toISOString().slice(11, 16)
  if (time !== "00:00") return `${indianDayOf(date)}T${time}`
  return indianDayOf(isEnd ? new Date(date.getTime() - DAY_MS) : date)
}

/** The form's values for a code, or for a new one. Without a time, a code is valid to the end of its last day. */
export const valuesOf = (code: AdminDiscount | null) => ({
  code: code?.code ?? "",
  kind: code?.amount == null ? "percent" : "amount",
  percent: numberText(code?.percent),
  amount: numberText(code?.amount),
  most: numberText(code?.most),
  minimum: numberText(code?.minimum || null),
  limit: numberText(code?.limit),
  perCustomer: numberText(code?.perCustomer),
  startsAt: momentText(code?.startsAt),
  endsAt: momentText(code?.endsAt, true),
  isActive: code?.isActive ?? true,
  note: code?.note ?? "",
})

/** The rules of a code's form, as far as the browser knows them; the output is what the API takes. */
export function ruleOf(t: Translate<"discounts">) {
  const whole = text
    .regex(/^\d{0,9}$/, t("faults.wholeNumber"))
    .transform((typed) => (typed ? Number(typed) : null))
  // As typed: what is no amount is refused by the server.
  const rupees = text.transform((typed) => typed || null)
  const date = moment(t("faults.dayWrong"), t("faults.dayMissing"))
  return z
    .object({
      kind: z.string(),
      percent: text,
      amount: rupees,
      most: rupees,
      minimum: rupees,
      limit: whole,
      perCustomer: whole,
      startsAt: date.transform(instantOf),
      endsAt: date.transform((typed) => {
        const at = instantOf(typed)
        return at && !typed.includes("T") ? new Date(Date.parse(at) + DAY_MS).toISOString() : at
      }),
      isActive: z.boolean(),
      note: text,
    })
    .superRefine(({ kind, percent, amount }, context) => {
      const fault = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [path], message })
      if (kind !== "percent") {
        if (!amount) fault("amount", t("faults.amountMissing"))
      } else if (!/^\d{1,9}$/.test(percent))
        fault("percent", t(percent ? "faults.wholeNumber" : "faults.percentMissing"))
    })
    .transform(({ kind, percent, amount, most, ...rest }) =>
      kind === "percent"
        ? { ...rest, percent: Number(percent), amount: null, most }
        : { ...rest, percent: null, amount, most: null },
    )
}
