import type { Schemas } from "@/lib/api"

type Stand = Schemas["StaffTicket"]["status"] | "all"

/** Which messages, as the address says; "all" is every status. */
export type TicketFilters = { status: Stand; search: string; page: number }

/** What waits comes first. */
export const stands = ["open", "closed", "suspected", "all"] as const satisfies readonly Stand[]

export function readFilters(params: URLSearchParams): TicketFilters {
  const page = Number(params.get("page"))
  return {
    status: stands.find((name) => name === params.get("status")) ?? "open",
    search: (params.get("search") ?? "").trim().slice(0, 100),
    page: Number.isInteger(page) && page > 1 && page <= 10_000 ? page : 1,
  }
}

/** The address of these messages, and of the one that is opened among them. */
export function addressOf({ status, search, page }: TicketFilters, opened = "") {
  const params = new URLSearchParams()
  if (status !== "open") params.set("status", status)
  if (search) params.set("search", search)
  if (page > 1) params.set("page", String(page))
  if (opened) params.set("ticket", opened)
  return params
}
