import { listFilters, oneOf, pageNumber } from "@/features/admin/shared/list-filters"
import { freshQuery, liveQuery, pageQuery } from "@/features/admin/shared/query-options"
import { send } from "@/features/admin/shared/send"
import { api, read, type Schemas } from "@/lib/api"
import { saveResponse } from "@/lib/save-file"
import { z } from "@/lib/zod"

export type Import = Schemas["ImportOut"]
export type ImportKind = Schemas["ImportKind"]
export type ImportRow = Schemas["ImportRowOut"]
export type Verb = Schemas["ImportVerbIn"]["verb"]

export const fates = ["all", "new", "changed", "unchanged", "refused", "noted"] as const
export const rowFilters = listFilters(z.object({ status: oneOf(fates, "all"), page: pageNumber() }))

export const importKey = ["staff", "import"] as const

export const importsQuery = liveQuery(["staff", "imports"], read("/api/admin/imports"))

export const importQuery = (id: string) =>
  freshQuery(
    [...importKey, id, "mapping"],
    read("/api/admin/imports/{import_id}", { path: { import_id: id } }),
  )

export const rowsQuery = (id: string, { status, page }: typeof rowFilters.none) =>
  pageQuery(
    [...importKey, id, "rows", status, page],
    read("/api/admin/imports/{import_id}/rows", {
      path: { import_id: id },
      query: { fate: status === "all" ? "" : status, page },
    }),
  )

/** Upload a file, which the server reads later. */
export function uploadFile({ kind, file }: { kind: ImportKind; file: File }) {
  const body = new FormData()
  body.append("kind", kind)
  body.append("file", file)
  return send("post", "/api/admin/imports", { body })
}

/** Download a file that shows every column of the shop's own table. */
export const downloadExample = () =>
  saveResponse(api.GET("/api/admin/products-example.csv", { parseAs: "blob" }), "products-example.csv")

/** The statuses in which a job works on an import. */
const WORKING: ReadonlySet<Import["status"]> = new Set([
  "reading",
  "checking",
  "running",
  "publishing",
  "taking_back",
])
export const isWorking = ({ status }: Import) => WORKING.has(status)

/** How many rows of the present or last phase are done, of how many. */
export function progressOf({ status, counts }: Import): { done: number; total: number } {
  const { unchecked, unchanged, refused, published, takenBack, left, incomplete } = counts
  const carried = counts.done + incomplete + published
  const wanted = counts.new + counts.changed
  if (status === "checking")
    return { done: wanted + unchanged + refused, total: wanted + unchanged + refused + unchecked }
  if (status === "publishing") return { done: published, total: counts.new }
  if (status === "taking_back") return { done: takenBack + left, total: takenBack + left + carried }
  return { done: carried + takenBack + left, total: wanted }
}
