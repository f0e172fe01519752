import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useReducer, useRef } from "react"
import { useRefetchingTopic } from "@/features/admin/shared/use-refetching-topic"
import { useThrottled } from "@/features/admin/shared/use-throttled"
import { boardReducer, emptyBoard, type Push, viewOf } from "./board"
import { transactionQuery, transactionsKey, transactionsQuery } from "./queries"
import { countFilters, type TransactionFilters } from "./transaction-filters"

/** Under filters only the server knows which rows belong to the page: refetch, at most this often. */
const RENEW_EVERY_MS = 3_000
/** On a busy day the rows are drawn this often: readable, and cheap. The first change is drawn at once. */
const DRAW_EVERY_MS = 900
/** More changed rows than this in memory cause a refetch, which drops them. */
const MANY_ARRIVALS = 500
/** Pixels from the top within which the reader sees a row appear above the others. */
const AT_THE_TOP = 120

const isAtTheTop = () => window.scrollY < AT_THE_TOP

/** The board's page: fetched once, then updated by the topic. */
export function useBoard(filters: TransactionFilters) {
  const client = useQueryClient()
  const query = useQuery(transactionsQuery(filters))
  const [board, dispatch] = useReducer(boardReducer, emptyBoard)
  const plain = countFilters(filters) === 0
  const renew = () => void client.invalidateQueries({ queryKey: transactionsKey })
  const renewSoon = useThrottled(renew, RENEW_EVERY_MS)

  const undrawn = useRef<{ push: Push; at: number }[]>([])
  const draw = useThrottled(() => {
    const admit = plain && filters.page === 1 && isAtTheTop()
    for (const { push, at } of undrawn.current.splice(0)) {
      dispatch({ type: "pushed", push, at, page: query.data, admit })
    }
  }, DRAW_EVERY_MS)

  useRefetchingTopic<Push>("staff:transactions", renew, (push) => {
    const rows = push.rows ?? []
    undrawn.current.push({ push, at: performance.now() })
    draw()
    if (push.reset || (!plain && rows.length > 0) || board.arrivals.size > MANY_ARRIVALS) renewSoon()
    // An open details dialog shows the same transaction.
    for (const { id } of rows) void client.invalidateQueries(transactionQuery(id))
  })

  const view = query.data && viewOf(query.data, board)
  const waiting = view !== undefined && view.waiting > 0 && filters.page === 1
  useEffect(() => {
    if (!waiting) return
    const letIn = () => isAtTheTop() && dispatch({ type: "admitted", at: performance.now() })
    letIn()
    window.addEventListener("scroll", letIn, { passive: true })
    return () => window.removeEventListener("scroll", letIn)
  }, [waiting])

  return {
    /** What is shown; undefined until the first answer. */
    view,
    /** The filters of the shown page: the previous ones while a request is pending. */
    shownFilters: query.data?.filters,
    /** Whether a row was pushed after the shown page was requested. */
    isNew: (id: string) => (board.arrivals.get(id)?.firstAt ?? -1) >= (query.data?.askedAt ?? 0),
    error: query.error,
    isFetching: query.isFetching,
    renew,
    admit: () => dispatch({ type: "admitted", at: performance.now() }),
  }
}
