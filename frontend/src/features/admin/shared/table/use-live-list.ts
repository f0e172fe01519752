import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect, useReducer, useRef } from "react"
import { useRefetchingTopic } from "@/features/admin/shared/use-refetching-topic"
import { useThrottled } from "@/features/admin/shared/use-throttled"
import { noteArrival } from "@/lib/list-moments"
import type { ListRows, ListTopic, Push } from "@/lib/live-topics"
import { useStable } from "@/lib/use-stable"
import {
  emptyList,
  type ListRules,
  type LiveList,
  type LiveListEvent,
  type LiveRow,
  liveListReducer,
  type Page,
  viewOf,
} from "./live-list"

/** On a busy day the rows are drawn this often: readable, and cheap. The first change is drawn at once. */
const DRAW_EVERY_MS = 900
/** More changed rows than this in memory cause a refetch, which drops them. */
const MANY_ARRIVALS = 500
/** Pixels from the top within which the reader sees a row appear above the others. */
const AT_THE_TOP = 120

/** Return true when a new row moves nothing that is being read or is under the pointer. */
const mayInsert = (list: HTMLElement | null) => window.scrollY < AT_THE_TOP && !isHovered(list)

/** On a touch screen the last tap still counts as hovering. */
const isHovered = (list: HTMLElement | null) =>
  window.matchMedia("(hover: hover)").matches && list?.matches(":hover") === true

type PagedList = { [N in ListTopic]: ListRows[N] extends LiveRow ? N : never }[ListTopic]

type Options<Row, P, Figures, Q> = ListRules<Row, Figures> & {
  /** Return true when a push may change the rows that belong to the page: only the server knows. */
  needsRefetch: (push: P, page: Q | undefined) => boolean
  /** The figures over all rows that a push may carry. */
  figuresOf: (push: P) => Figures | undefined
  onPush?: (push: P) => void
  /** The address of the pages of the unfiltered list, and the moment by which its rows are ordered. */
  entering?: { list: string; momentOf: (row: Row) => string }
}

/** A page of rows that the list's topic updates; a refetch is of all queries under `key`. */
export function useLiveList<N extends PagedList, Q extends Page<ListRows[N]>, K extends QueryKey, Figures>(
  topic: N,
  options: UseQueryOptions<Q, Error, Q, K>,
  key: QueryKey,
  { needsRefetch, figuresOf, onPush, entering, ...rules }: Options<ListRows[N], Push<N>, Figures, Q>,
) {
  const client = useQueryClient()
  const query = useQuery(options)
  const page = query.data
  const renew = () => void client.invalidateQueries({ queryKey: key })
  const [list, dispatch] = useReducer<LiveList<ListRows[N], Figures>, [LiveListEvent<ListRows[N], Figures>]>(
    liveListReducer,
    emptyList,
  )
  const renewSoon = useThrottled(renew)
  const inserts = rules.order !== undefined && page?.filtered === false && page.pagination.page === 1

  const container = useRef<HTMLElement>(null)
  const undrawn = useRef<{ push: Push<N>; at: number }[]>([])
  const draw = useThrottled(() => {
    const admit = inserts && mayInsert(container.current)
    for (const { push, at } of undrawn.current.splice(0)) {
      const { rows = [] } = push
      dispatch({ type: "pushed", rows, figures: figuresOf(push), at, page, admit, order: rules.order })
    }
  }, DRAW_EVERY_MS)

  useRefetchingTopic(topic, renew, (payload) => {
    const push = payload as Push<N>
    undrawn.current.push({ push, at: performance.now() })
    draw()
    if (push.reset || needsRefetch(push, page) || list.arrivals.size > MANY_ARRIVALS) renewSoon()
    onPush?.(push)
  })

  const view = page && viewOf(page, list, rules)
  const newest = inserts ? view?.rows[0] : undefined
  const newestAt = newest && entering?.momentOf(newest)
  const pages = entering?.list
  useEffect(() => {
    if (pages && newestAt) noteArrival(pages, newestAt)
  }, [pages, newestAt])
  const waits = inserts && view !== undefined && view.waiting > 0
  const admitWhenFree = useStable(() => {
    if (waits && mayInsert(container.current)) dispatch({ type: "admitted", at: performance.now() })
  })
  useEffect(() => {
    if (!waits) return
    admitWhenFree()
    window.addEventListener("scroll", admitWhenFree, { passive: true })
    return () => window.removeEventListener("scroll", admitWhenFree)
  }, [waits, admitWhenFree])
  const holdWhileHovered = useCallback(
    (list: HTMLElement | null) => {
      container.current = list
      list?.addEventListener("pointerleave", admitWhenFree)
      return () => {
        container.current = null
        list?.removeEventListener("pointerleave", admitWhenFree)
      }
    },
    [admitWhenFree],
  )

  return {
    query,
    renew,
    rows: [],
    waiting: 0,
    figures: undefined,
    pagination: undefined,
    ...view,
    /** The rows of these filters; undefined while they are loading. */
    found: query.isPlaceholderData ? undefined : view?.rows,
    /** Return true when a row was pushed after the shown page was requested. */
    isNew: (id: string) => (list.arrivals.get(id)?.firstAt ?? -1) >= (page?.askedAt ?? 0),
    /** Ref of the element around the rows and their button: while the pointer rests on it new rows wait. */
    holdWhileHovered,
    /** Show the new rows that wait. */
    admit: () => dispatch({ type: "admitted", at: performance.now() }),
  }
}
