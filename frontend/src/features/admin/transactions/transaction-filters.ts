import { readPage } from "@/features/admin/shared/read-page"
import { type DayProblem, dayProblems } from "@/features/admin/shared/table/days"
import type { Schemas } from "@/lib/api"

export const statuses = ["SUCCESS", "PENDING", "FAILED", "CANCELLED", "EXPIRED", "REFUNDED"] as const
export type Status = (typeof statuses)[number]

/** The API's value for payments of any provider whose instrument is not known yet. */
export const UNKNOWN_METHOD = "PhonePe"
export const methods = [UNKNOWN_METHOD, "UPI", "NetBanking", "Card", "Wallet", "Cash"] as const
export type Method = (typeof methods)[number]

/** The board's filters; they live in the URL, so that reload, Back and a sent link keep them. */
export type TransactionFilters = {
  status: Status | ""
  method: Method | ""
  search: string
  /** Calendar days in India (2026-11-21), both included; empty is no limit. */
  startDate: string
  endDate: string
  /** Rupees; null is no limit. */
  minAmount: number | null
  maxAmount: number | null
  page: number
}

export const noFilters: TransactionFilters = {
  status: "",
  method: "",
  search: "",
  startDate: "",
  endDate: "",
  minAmount: null,
  maxAmount: null,
  page: 1,
}

export const PAGE_SIZE = 20
const MAX_AMOUNT = 1e9

export const isStatus = (value: string): value is Status => statuses.some((known) => known === value)
export const isMethod = (value: string): value is Method => methods.some((known) => known === value)

/** The text of the filter fields, valid or not. */
export type Typed = Record<"search" | "startDate" | "endDate" | "minAmount" | "maxAmount", string>
export type Problem = DayProblem | "notAnAmount" | "maxBelowMin"

export const typedOf = (filters: TransactionFilters): Typed => ({
  search: filters.search,
  startDate: filters.startDate,
  endDate: filters.endDate,
  minAmount: filters.minAmount?.toString() ?? "",
  maxAmount: filters.maxAmount?.toString() ?? "",
})

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

/** Convert valid text to filters. */
export const filtersOf = (typed: Typed): Omit<TransactionFilters, "status" | "method" | "page"> => ({
  search: typed.search.trim().slice(0, 100),
  startDate: typed.startDate,
  endDate: typed.endDate,
  minAmount: typed.minAmount.trim() ? Number(typed.minAmount) : null,
  maxAmount: typed.maxAmount.trim() ? Number(typed.maxAmount) : null,
})

/** Read the filters from the URL; invalid values are ignored. */
export function readFilters(params: URLSearchParams): TransactionFilters {
  const read = (name: string) => params.get(name) ?? ""
  const typed: Typed = {
    search: read("search"),
    startDate: read("startDate"),
    endDate: read("endDate"),
    minAmount: read("minAmount"),
    maxAmount: read("maxAmount"),
  }
  const wrong = Object.keys(problemsOf(typed)).map((name) => [name, ""])
  const status = read("status")
  const method = read("paymentMethod")
  return {
    ...filtersOf({ ...typed, ...Object.fromEntries(wrong) }),
    status: isStatus(status) ? status : "",
    method: isMethod(method) ? method : "",
    page: readPage(params),
  }
}

/** URL parameters of the filters; unset ones are left out. */
export function writeFilters(filters: TransactionFilters): URLSearchParams {
  const params = new URLSearchParams()
  if (filters.status) params.set("status", filters.status)
  if (filters.method) params.set("paymentMethod", filters.method)
  for (const [name, value] of Object.entries(typedOf(filters))) if (value) params.set(name, value)
  if (filters.page > 1) params.set("page", String(filters.page))
  return params
}

type ApiQuery = {
  page: number
  limit: number
  status?: Schemas["PaymentStatus"]
  paymentMethod?: Method
  search?: string
  startDate?: string
  endDate?: string
  minAmount?: number
  maxAmount?: number
}

/** API query of the filters; unset ones are not sent. */
export const apiQuery = (filters: TransactionFilters): ApiQuery => ({
  page: filters.page,
  limit: PAGE_SIZE,
  status: filters.status || undefined,
  paymentMethod: filters.method || undefined,
  search: filters.search || undefined,
  startDate: filters.startDate || undefined,
  endDate: filters.endDate || undefined,
  minAmount: filters.minAmount ?? undefined,
  maxAmount: filters.maxAmount ?? undefined,
})

/** Filters for an export, without unset ones and the page. */
export function exportFilters(filters: TransactionFilters): Record<string, string | number> {
  const { page, limit, ...wanted } = apiQuery(filters)
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
}

/** How many filters narrow the board. */
export const countFilters = ({ page, ...filters }: TransactionFilters) =>
  Object.values(filters).filter((value) => value !== "" && value !== null).length
