import { apiFilters, listFilters, oneOf, pageNumber, text } from "@/features/admin/shared/list-filters"
import { livePageQuery } from "@/features/admin/shared/query-options"
import { send } from "@/features/admin/shared/send"
import { useLiveList } from "@/features/admin/shared/table/use-live-list"
import { read, type Schemas } from "@/lib/api"
import { z } from "@/lib/zod"

export type Ticket = Schemas["StaffTicket"]
export type TicketStatus = Ticket["status"]

/** In the order of the tabs. */
export const ticketStatuses = ["open", "closed", "suspected", "all"] as const satisfies readonly (
  | TicketStatus
  | "all"
)[]

export const ticketFilters = listFilters(
  z.object({ status: oneOf(ticketStatuses, "open"), search: text(), page: pageNumber(10_000) }),
)
type TicketFilters = typeof ticketFilters.none

const totalOf = ({ open, closed, suspected }: Schemas["TicketCounts"]) => open + closed + suspected
const isFiltered = ({ status, search }: TicketFilters) => status !== "all" || search !== ""

export const ticketsKey = ["staff", "contact"] as const

/** Close an enquiry, or open it again. */
export const moveTicket = (number: string, status: "open" | "closed") =>
  send("post", "/api/admin/contact/{number}/status", { path: { number }, body: { status } })

const ticketsQuery = ({ status, ...filters }: TicketFilters) =>
  livePageQuery(
    [...ticketsKey, status, filters],
    isFiltered({ status, ...filters }),
    read("/api/admin/contact", {
      query: { ...apiFilters(filters), status: status === "all" ? undefined : status },
    }),
    ({ tickets, ...data }) => ({ ...data, rows: tickets }),
  )

/** A page of the messages, updated by the topic. */
export function useTickets(filters: TicketFilters) {
  const live = useLiveList("staff:contact", ticketsQuery(filters), ticketsKey, {
    figuresOf: ({ counts }) => counts,
    totalOf,
    needsRefetch: ({ rows = [] }) => isFiltered(filters) && rows.length > 0,
  })
  // The counts are over all messages, in the answer as in the topic.
  const counts = live.figures ?? live.query.data?.counts
  return { ...live, counts: counts && { ...counts, all: totalOf(counts) } }
}
