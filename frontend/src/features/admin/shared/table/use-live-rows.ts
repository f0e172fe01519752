import { useState } from "react"
import { useRefetchingTopic } from "@/features/admin/shared/use-refetching-topic"
import { useThrottled } from "@/features/admin/shared/use-throttled"
import { newest } from "@/lib/versioned"

/** Pushes that need a refetch cause one at most this often. */
const RENEW_EVERY_MS = 3_000
/** Longest expected time of a request. */
const KEPT_MS = 30_000

export type LiveRow = { _id: string; version: number }
/** Payload of a list's topic; with `reset`, too much changed for one: refetch. */
export type Push<Row> = { rows?: readonly { id: string; version: number; row: Row }[]; reset?: true }
/** A fetched page, and when it was requested (performance.now()). */
export type Page<Row> = { rows: readonly Row[]; askedAt: number }

type Held<Row> = ReadonlyMap<string, { row: Row; at: number }>

/** The page's rows, each replaced by a newer pushed version. */
export const joined = <Row extends LiveRow>(page: Page<Row>, held: Held<Row>): Row[] =>
  page.rows.map((row) => newest(held.get(row._id)?.row, row))

/**
 * Add a push to the held rows. Rows pushed before the page was requested are in it and dropped; rows that it does not
 * contain are held while a response may be in flight, in which they may be missing.
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

/** Update the rows of a page live, in place; new rows appear with a refetch. */
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
