import { useEffect, useEffectEvent, useState } from "react"
import { useThrottled } from "@/features/admin/use-throttled"
import { useTopicEvents } from "@/lib/live"
import { newest } from "@/lib/versioned"

/** Under filters, only the server knows what belongs to the page: then it is asked, at most this often. */
const RENEW_EVERY_MS = 3_000
/** More changed rows than this in memory: ask for the page again, which holds them. */
const MANY_HELD = 500

export type LiveRow = { _id: string; version: number; createdAt: string }
/** What a list's topic carries; `reset` says that too much changed to be told. */
export type Push<Row> = { rows?: readonly { id: string; version: number; row: Row }[]; reset?: true }
/** A page as it was asked for, and when by the page's own clock. */
export type Page<Row> = { rows: readonly Row[]; askedAt: number }

type Held<Row> = ReadonlyMap<string, { row: Row; at: number }>

/** The rows of a page with what the link brought since, and how many new ones the page does not show. */
export function joined<Row extends LiveRow>(page: Page<Row>, held: Held<Row>) {
  const rows = page.rows.map((row) => newest(held.get(row._id)?.row, row))
  const known = new Set(rows.map(({ _id }) => _id))
  const last = page.rows[0]?.createdAt ?? ""
  const isNew = ({ row, at }: { row: Row; at: number }) =>
    at >= page.askedAt && !known.has(row._id) && row.createdAt > last
  return { rows, waiting: [...held.values()].filter(isNew).length }
}

type Options<Push> = {
  /** Whether filters narrow the list. */
  filtered: boolean
  /** Whether this is the first page, where what is new belongs. */
  first: boolean
  renew: () => void
  onPush: (push: Push) => void
}

/** Keep a page of a list up to date: rows change in place, new ones are counted until the reader lets them in. */
export function useLiveRows<Row extends LiveRow, P extends Push<Row>>(
  topic: string,
  page: Page<Row> | undefined,
  { filtered, first, renew, onPush }: Options<P>,
) {
  const [held, setHeld] = useState<Held<Row>>(new Map())
  const renewSoon = useThrottled(renew, RENEW_EVERY_MS)
  const followed = useTopicEvents<P>(topic, (push) => {
    const at = performance.now()
    const { rows = [] } = push
    if (rows.length > 0) {
      // What came before the page was asked for is in it.
      const since = page?.askedAt ?? 0
      setHeld((before) => {
        const now = new Map([...before].filter(([, entry]) => entry.at >= since))
        for (const { id, row } of rows) now.set(id, { row: newest(now.get(id)?.row, row), at })
        return now
      })
    }
    if (push.reset || (filtered && rows.length > 0) || held.size > MANY_HELD) renewSoon()
    onPush(push)
  })
  // Followed first, asked second: what changed before we followed, or while the link was down, is in the answer.
  const ask = useEffectEvent(() => renew())
  useEffect(() => {
    if (followed) ask()
  }, [followed])
  const view = page && joined(page, held)
  return { rows: view?.rows ?? [], waiting: first && !filtered ? (view?.waiting ?? 0) : 0 }
}
