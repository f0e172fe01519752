import { listFilters, oneOf, pageNumber, text } from "@/features/admin/shared/list-filters"
import type { Schemas } from "@/lib/api"
import { z } from "@/lib/zod"

/** In the order of the tabs. */
export const ticketStatuses = ["open", "closed", "suspected", "all"] as const satisfies readonly (
  | Schemas["StaffTicket"]["status"]
  | "all"
)[]

export const ticketFilters = listFilters(
  z.object({ status: oneOf(ticketStatuses, "open"), search: text(), page: pageNumber(10_000) }),
)
export type TicketFilters = typeof ticketFilters.none
