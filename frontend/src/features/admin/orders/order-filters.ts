import { orderPayments, orderStatuses } from "@/features/admin/shared/labels"
import { readPage } from "@/features/admin/shared/read-page"
import { readDays } from "@/features/admin/shared/table/days"
import type { Schemas } from "@/lib/api"

type OrderStatus = Schemas["OrderStatus"]
type OrderPayment = Schemas["OrderPaymentStatus"]

/** The filters are in the URL, so that reload, Back and shared links keep them. */
export type OrderFilters = {
  status: OrderStatus | ""
  paymentStatus: OrderPayment | ""
  search: string
  /** Calendar days in India (2026-11-21), both included; empty is no limit. */
  startDate: string
  endDate: string
  page: number
}

export const noFilters: OrderFilters = {
  status: "",
  paymentStatus: "",
  search: "",
  startDate: "",
  endDate: "",
  page: 1,
}

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | "" =>
  known.find((word) => word === value) ?? ""

/** Read the filters from the URL; invalid values are ignored. */
export function readFilters(params: URLSearchParams): OrderFilters {
  return {
    status: oneOf(orderStatuses, params.get("status")),
    paymentStatus: oneOf(orderPayments, params.get("paymentStatus")),
    search: (params.get("search") ?? "").trim().slice(0, 100),
    ...readDays(params),
    page: readPage(params),
  }
}

/** URL parameters of the filters; unset ones are left out. */
export function writeFilters({ page, ...filters }: OrderFilters): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value)
  if (page > 1) params.set("page", String(page))
  return params
}

/** How many filters narrow the list. */
export const countFilters = ({ page, ...filters }: OrderFilters) =>
  Object.values(filters).filter((value) => value !== "").length

/** Filters for an export, without the page. */
export const exportFilters = (filters: OrderFilters): Record<string, string> =>
  Object.fromEntries(writeFilters({ ...filters, page: 1 }))
