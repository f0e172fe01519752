import { useState } from "react"
import { useRefetchingTopic } from "@/features/admin/shared/use-refetching-topic"
import { useThrottled } from "@/features/admin/shared/use-throttled"
import { newest } from "@/lib/versioned"

/** Pushes that need a refetch cause one at most this often. */
const RENEW_EVERY_MS = 3_000
/** So long a question may wait for its answer. */
const KEPT_MS = 30_000

export type LiveRow = { _id: string; version: number }
/** What a list's topic carries; `reset` says that too much changed to be told. */
export type Push<Row> = { rows?: readonly { id: string; version: number; row: Row }[]; reset?: true }
/** A page as it was asked for, and when by the page's own clock. */
export type Page<Row> = { rows: readonly Row[]; askedAt: number }

type Held<Row> = ReadonlyMap<string, { row: Row; at: number }>

/** The rows of a page with what the link brought since. */
export const joined = <Row extends LiveRow>(page: Page<Row>, held: Held<Row>): Row[] =>
  page.rows.map((row) => newest(held.get(row._id)?.row, row))

/**
 * What is held with the rows of a push. What came before the page was asked for is in it; what it does not show
 * is kept for as long as the answer to a question may be on its way, for it may be missing there.
 */
export function withRows<Row extends LiveRow>(
  held: Held<Row>,
  page: Page<Row> | undefined,
  rows: readonly { id: string; row: Row }[],
  at: number,
): Held<Row> {
  const shown = new Set(page?.rows.map(({ _id }) => _id))
  const now = new Map(
    [...held].filter(
      ([id, entry]) => entry.at >= (page?.askedAt ?? 0) && (shown.has(id) || entry.at >= at - KEPT_MS),
    ),
  )
  for (const { id, row } of rows) now.set(id, { row: newest(now.get(id)?.row, row), at })
  return now
}

type Options<Push> = {
  renew: () => void
  /** Whether this push can change which rows belong to the page, which only the server knows. */
  needsRefetch: (push: Push) => boolean
  onPush?: (push: Push) => void
}

/** Keep the rows of a page up to date, in place; new ones come when the page is asked for again. */
export function useLiveRows<Row extends LiveRow, P extends Push<Row>>(
  topic: string,
  page: Page<Row> | undefined,
  { renew, needsRefetch, onPush }: Options<P>,
) {
  const [held, setHeld] = useState<Held<Row>>(new Map())
  const renewSoon = useThrottled(renew, RENEW_EVERY_MS)
  useRefetchingTopic<P>(topic, renew, (push) => {
    const at = performance.now()
    const { rows = [] } = push
    if (rows.length > 0) setHeld((before) => withRows(before, page, rows, at))
    if (push.reset || needsRefetch(push)) renewSoon()
    onPush?.(push)
  })
  return page ? joined(page, held) : []
}
