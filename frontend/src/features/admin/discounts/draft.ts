import { indianDayOf, isDay } from "@/lib/time"
import type { AdminDiscount, DiscountBody } from "./queries"

/** The values of a code's form. Times are India's. */
export type Draft = {
  code: string
  kind: "percent" | "amount"
  percent: string
  amount: string
  most: string
  minimum: string
  limit: string
  perCustomer: string
  startDay: string
  startTime: string
  /** Without a time, the code is valid to the end of this day. */
  endDay: string
  endTime: string
  isActive: boolean
  note: string
}

type DraftFault = "wholeNumber" | "percentMissing" | "amountMissing" | "dayWrong" | "dayMissing"
export type DraftFaults = Partial<Record<keyof Draft, DraftFault>>

const DAY_MS = 24 * 60 * 60 * 1000

const numberText = (value: number | null) => (value === null ? "" : String(value))

const instantOf = (day: string, time: string) => new Date(`${day}T${time || "00:00"}:00+05:30`)

/** Hours and minutes in India. */
const timeOf = (at: Date) => new Date(at.getTime() + 330 * 60 * 1000).toISOString().slice(11, 16)

function startOf(startsAt: string | null) {
  if (!startsAt) return { startDay: "", startTime: "" }
  const at = new Date(startsAt)
  const time = timeOf(at)
  return { startDay: indianDayOf(at), startTime: time === "00:00" ? "" : time }
}

function endOf(endsAt: string | null) {
  if (!endsAt) return { endDay: "", endTime: "" }
  const at = new Date(endsAt)
  const time = timeOf(at)
  if (time !== "00:00") return { endDay: indianDayOf(at), endTime: time }
  return { endDay: indianDayOf(new Date(at.getTime() - DAY_MS)), endTime: "" }
}

/** The form's values for a code, or for a new one. */
export const draftOf = (code: AdminDiscount | null): Draft => ({
  code: code?.code ?? "",
  kind: code?.amount == null ? "percent" : "amount",
  percent: numberText(code?.percent ?? null),
  amount: numberText(code?.amount ?? null),
  most: numberText(code?.most ?? null),
  minimum: numberText(code?.minimum || null),
  limit: numberText(code?.limit ?? null),
  perCustomer: numberText(code?.perCustomer ?? null),
  ...startOf(code?.startsAt ?? null),
  ...endOf(code?.endsAt ?? null),
  isActive: code?.isActive ?? true,
  note: code?.note ?? "",
})

const isWhole = (text: string) => /^\d{1,9}$/.test(text.trim())

/** Return the faults that keep a form from being sent; the server validates the rest. */
export function faultsOf(draft: Draft): DraftFaults {
  const faults: DraftFaults = {}
  if (draft.kind === "percent") {
    if (!draft.percent.trim()) faults.percent = "percentMissing"
    else if (!isWhole(draft.percent)) faults.percent = "wholeNumber"
  } else if (!draft.amount.trim()) faults.amount = "amountMissing"
  for (const name of ["limit", "perCustomer"] as const) {
    if (draft[name].trim() && !isWhole(draft[name])) faults[name] = "wholeNumber"
  }
  for (const [day, time] of [
    ["startDay", "startTime"],
    ["endDay", "endTime"],
  ] as const) {
    if (draft[day] ? !isDay(draft[day]) : draft[time]) faults[day] = draft[day] ? "dayWrong" : "dayMissing"
  }
  return faults
}

const wholeOrNull = (text: string) => (text.trim() ? Number(text) : null)
// As typed: what is no amount is refused by the server.
const rupeesOrNull = (text: string) => text.trim() || null

function endInstant({ endDay, endTime }: Draft) {
  if (!endDay) return null
  const at = instantOf(endDay, endTime)
  return new Date(at.getTime() + (endTime ? 0 : DAY_MS)).toISOString()
}

/** The draft as the API takes it. */
export function bodyOf(draft: Draft): DiscountBody {
  const isPercent = draft.kind === "percent"
  return {
    code: draft.code,
    percent: isPercent ? wholeOrNull(draft.percent) : null,
    amount: isPercent ? null : rupeesOrNull(draft.amount),
    most: isPercent ? rupeesOrNull(draft.most) : null,
    minimum: rupeesOrNull(draft.minimum),
    limit: wholeOrNull(draft.limit),
    perCustomer: wholeOrNull(draft.perCustomer),
    startsAt: draft.startDay ? instantOf(draft.startDay, draft.startTime).toISOString() : null,
    endsAt: endInstant(draft),
    isActive: draft.isActive,
    note: draft.note,
  }
}
