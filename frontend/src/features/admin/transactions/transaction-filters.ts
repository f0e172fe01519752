import {
  apiFilters,
  listFilters,
  oneOf,
  pageNumber,
  text,
  withoutProblems,
} from "@/features/admin/shared/list-filters"
import { type DayProblem, dayFields, dayProblems } from "@/features/admin/shared/table/days"
import { z } from "@/lib/zod"

export const statuses = ["SUCCESS", "PENDING", "FAILED", "CANCELLED", "EXPIRED", "REFUNDED"] as const
export type Status = (typeof statuses)[number]

export const isStatus = (value: string): value is Status => statuses.some((known) => known === value)

/** The API's value for payments of any provider whose instrument is not known yet. */
export const UNKNOWN_METHOD = "PhonePe"
export const methods = [UNKNOWN_METHOD, "UPI", "NetBanking", "Card", "Wallet", "Cash"] as const

export const PAGE_SIZE = 20
const MAX_AMOUNT = 1e9

export type Typed = Record<"startDate" | "endDate" | "minAmount" | "maxAmount", string>
export type Problem = DayProblem | "notAnAmount" | "maxBelowMin"

/** Rupees with at most two decimals. */
const isAmount = (value: string) => /^\d+(\.\d{1,2})?$/.test(value) && Number(value) <= MAX_AMOUNT

/** Validate the text, by field; empty when it is valid. */
export function problemsOf(typed: Typed): Partial<Record<keyof Typed, Problem>> {
  const problems: Partial<Record<keyof Typed, Problem>> = dayProblems(typed)
  for (const name of ["minAmount", "maxAmount"] as const) {
    if (typed[name].trim() && !isAmount(typed[name].trim())) problems[name] = "notAnAmount"
  }
  const { minAmount, maxAmount } = typed
  if (!problems.minAmount && !problems.maxAmount && maxAmount.trim() && +maxAmount < +minAmount) {
    problems.maxAmount = "maxBelowMin"
  }
  return problems
}

export const transactionFilters = listFilters(
  z
    .object({
      status: oneOf(statuses, ""),
      paymentMethod: oneOf(methods, ""),
      search: text(),
      ...dayFields,
      /** Rupees; empty is no limit. */
      minAmount: text(),
      maxAmount: text(),
      page: pageNumber(),
    })
    .transform((filters) => withoutProblems(filters, problemsOf(filters))),
)
export type TransactionFilters = typeof transactionFilters.none

/** API query of the filters; unset ones are not sent. */
export function apiQuery(filters: TransactionFilters) {
  const { minAmount, maxAmount, ...set } = apiFilters(filters)
  return {
    ...set,
    ...(minAmount && { minAmount: Number(minAmount) }),
    ...(maxAmount && { maxAmount: Number(maxAmount) }),
    limit: PAGE_SIZE,
  }
}

/** Filters for an export, without unset ones and the page. */
export function exportFilters(filters: TransactionFilters): Record<string, string | number> {
  const { page, limit, ...wanted } = apiQuery(filters)
  return wanted
}
