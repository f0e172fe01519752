import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { type Push, useLiveRows } from "@/features/admin/shared/table/use-live-rows"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { api, type Schemas, unwrap } from "@/lib/api"
import { toast } from "@/lib/toast"
import { storyQuery } from "./queries"
import type { TicketFilters } from "./ticket-filters"

export type Ticket = Schemas["StaffTicket"]
export type TicketStatus = Ticket["status"]
type Counts = Schemas["TicketCounts"]

export const TICKETS_PAGE_SIZE = 20

const ticketsKey = ["staff", "contact"] as const

/** A page of the messages, and when it was requested (performance.now()). */
const ticketsQuery = (filters: TicketFilters) =>
  queryOptions({
    queryKey: [...ticketsKey, filters],
    queryFn: async ({ signal }) => {
      const askedAt = performance.now()
      const { status, search, page } = filters
      const query = {
        page,
        limit: TICKETS_PAGE_SIZE,
        status: status === "all" ? undefined : status,
        search: search || undefined,
      }
      const data = await unwrap(api.GET("/api/admin/contact", { params: { query }, signal }))
      return { ...data, rows: data.tickets, askedAt }
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A page of the messages, kept up to date by the topic. */
export function useTickets(filters: TicketFilters) {
  const client = useQueryClient()
  const query = useQuery(ticketsQuery(filters))
  const [pushed, setPushed] = useState<{ counts: Counts; at: number } | null>(null)
  const renew = () => void client.invalidateQueries({ queryKey: ticketsKey })
  const unfiltered = filters.status === "all" && filters.search === ""
  const rows = useLiveRows<Ticket, Push<Ticket> & { counts?: Counts }>("staff:contact", query.data, {
    renew,
    needsRefetch: (push) => !unfiltered && (push.rows ?? []).length > 0,
    onPush: ({ counts }) => {
      if (counts) setPushed({ counts, at: performance.now() })
    },
  })
  const newer = query.data && pushed && pushed.at >= query.data.askedAt ? pushed : null
  const counts = newer?.counts ?? query.data?.counts
  const total = counts && counts.open + counts.closed + counts.suspected
  const shown = query.data?.pagination.total ?? 0
  return {
    data: query.data,
    rows,
    // New ones are counted until the reader lets them in, on the first page, where they belong.
    waiting: unfiltered && newer && filters.page === 1 ? Math.max(0, (total ?? 0) - shown) : 0,
    counts,
    total,
    error: query.error,
    isFetching: query.isFetching,
    awaited: query.isPlaceholderData,
    renew,
  }
}

/** Close a message or open it; its story and the list show it at once. */
export function useMoveTicket({ number }: Ticket) {
  const { t } = useTranslation("support")
  const client = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: (status: "open" | "closed") =>
      unwrap(
        api.POST("/api/admin/contact/{number}/status", { params: { path: { number } }, body: { status } }),
      ),
    onSuccess: ({ ticket }) =>
      toast.success(t(ticket.status === "closed" ? "tickets.nowClosed" : "tickets.nowOpen", { number })),
    onError: (error) => toast.error(errorText(error, t("tickets.moveFailed"))),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: storyQuery(`ticket:${number}`).queryKey }),
        client.invalidateQueries({ queryKey: ticketsKey }),
      ]),
  })
}
