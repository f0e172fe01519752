import { readPage } from "@/features/admin/shared/read-page"
import type { Schemas } from "@/lib/api"

type TicketStatus = Schemas["StaffTicket"]["status"] | "all"

/** Filters of the ticket list, from the URL; "all" is every status. */
export type TicketFilters = { status: TicketStatus; search: string; page: number }

/** In the order of the tabs; open tickets are the default. */
export const ticketStatuses = [
  "open",
  "closed",
  "suspected",
  "all",
] as const satisfies readonly TicketStatus[]

export function readFilters(params: URLSearchParams): TicketFilters {
  return {
    status: ticketStatuses.find((name) => name === params.get("status")) ?? "open",
    search: (params.get("search") ?? "").trim().slice(0, 100),
    page: readPage(params, 10_000),
  }
}

/** The URL parameters of these filters, and of the opened ticket. */
export function addressOf({ status, search, page }: TicketFilters, opened = "") {
  const params = new URLSearchParams()
  if (status !== "open") params.set("status", status)
  if (search) params.set("search", search)
  if (page > 1) params.set("page", String(page))
  if (opened) params.set("ticket", opened)
  return params
}
