import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { toast } from "@/lib/toast"

/** The optimistic lock of a form: the row that it edits, and the newest one. */
export type Lock<Row, Values> = {
  /** The row as the page shows it now; null for a new one. */
  row: Row | null
  valuesOf: (row: Row) => Values
  /** Return true when the row is not the one that was edited; without it, its `version` decides. */
  isNewer?: (row: Row, base: Row) => boolean
  /** Code of the refusal of an outdated save. */
  refusal: ApiError["code"]
  newest: (client: QueryClient) => Promise<Row | null | undefined>
  label: (path: string) => string
  /** A value as text, null for one that is not shown, undefined for the usual text. */
  text?: (value: unknown, path: string) => string | null | undefined
}

/** Somebody else's save of the row that is being edited. */
export type Conflict = {
  /** True when a save was refused for it. */
  refused: boolean
  title: string
  /** The people who saved, as far as they are known. */
  by: readonly string[]
  /** The fields that they changed, with both values. */
  changes: readonly { path: string; label: string; theirs: string; mine: string }[]
  /** Take the newest state, with or without the own changes on top. */
  settle: (keepMine: boolean) => Promise<void>
}

type ConflictOptions<Row, Values> = {
  lock: Lock<Row, Values> | undefined
  /** The row that the values were edited from. */
  base: Row | null
  values: Values
  isDirty: boolean
  action: { error: Error | null; isPending: boolean; reset: () => void }
  rebase: (newest: Row, keepMine: boolean) => void
}

/** Return the conflict with a newer save, if there is one; an untouched form takes the newer state. */
export function useConflict<Row, Values extends object>(
  options: ConflictOptions<Row, Values>,
): Conflict | null {
  const { lock, base, values, isDirty, action, rebase } = options
  const { t } = useTranslation("admin")
  const client = useQueryClient()
  const errorText = useErrorText()
  const [fetched, setFetched] = useState<Row | null>(null)
  const { error, isPending } = action
  const refusal = error instanceof ApiError && error.code === lock?.refusal ? error : null
  const isNewer = lock?.isNewer ?? hasNewerVersion
  const newer = (row: Row | null | undefined) => (row && base && isNewer(row, base) ? row : null)
  const shown = isPending ? null : newer(lock?.row)
  const theirs = shown ?? (refusal && newer(fetched))

  const plain = (value: unknown) =>
    typeof value === "boolean" ? t(value ? "stale.yes" : "stale.no") : String(value ?? "") || "–"
  const textOf = (value: unknown, path: string) => {
    const text = lock?.text?.(value, path)
    return text === undefined ? plain(value) : text
  }
  const changes =
    lock && base && theirs
      ? changedPaths(lock.valuesOf(base), lock.valuesOf(theirs)).flatMap(([path, now]) => {
          const text = textOf(now, path)
          const mine = textOf(leavesOf(values)[path], path)
          return text === null ? [] : [{ path, label: lock.label(path), theirs: text, mine: mine ?? "–" }]
        })
      : []
  // A sale changes a product's version, but no field of its form.
  const isHarmless = shown !== null && !refusal && (!isDirty || changes.length === 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer row.
  useEffect(() => {
    if (isHarmless && shown) rebase(shown, true)
  }, [isHarmless, shown])
  const isAsked = refusal !== null || (shown !== null && !isHarmless)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conflict.
  useEffect(() => {
    if (isAsked)
      void lock
        ?.newest(client)
        .then((row) => setFetched(row ?? null))
        .catch(() => {})
  }, [isAsked, refusal])
  if (!lock || isHarmless || !(refusal || theirs)) return null
  return {
    refused: refusal !== null,
    title: refusal ? errorText(refusal) : t("stale.title"),
    by: namesOf(refusal?.data ?? fetched ?? theirs),
    changes,
    settle: async (keepMine) => {
      const row = shown ?? (await lock.newest(client).catch(() => null))
      if (!row) toast.error(t("stale.failed"))
      else {
        rebase(row, keepMine)
        action.reset()
      }
    },
  }
}

const hasNewerVersion = (row: unknown, base: unknown) =>
  (row as { version: number }).version > (base as { version: number }).version

type Named = { by?: string; editedBy?: string; draftBy?: string; changes?: readonly { by: string }[] }

/** Return the names in a refusal's data or in a row. */
function namesOf(data: unknown): string[] {
  const { by, editedBy, changes = [] } = (data ?? {}) as Named
  return [...new Set([by, editedBy, ...changes.map((change) => change.by)])].filter(
    (name) => !!name,
  ) as string[]
}

/** Return the texts, switches and lists of a form's values by path. */
function leavesOf(values: object, before = ""): Record<string, unknown> {
  const found = Object.entries(values).map(([name, value]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? leavesOf(value, `${before}${name}.`)
      : { [before + name]: value as unknown },
  )
  return Object.assign({}, ...found)
}

/** Return the paths and the new values of what has changed. */
export const changedPaths = (before: object, now: object) => {
  const held = leavesOf(before)
  return Object.entries(leavesOf(now)).filter(
    ([path, value]) => JSON.stringify(held[path]) !== JSON.stringify(value),
  )
}
