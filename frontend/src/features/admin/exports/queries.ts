import { queryOptions } from "@tanstack/react-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"
import { saveFrom } from "@/lib/save-file"
import { keepNewest } from "@/lib/versioned"

export type Export = Schemas["ExportOut"]
export type ExportKind = Schemas["ExportKind"]
export type ExportIn = Schemas["ExportIn"]
export type ExportList = Schemas["ExportList"]

export const exportsQuery = queryOptions({
  queryKey: ["staff", "exports"],
  queryFn: read("/api/admin/exports"),
  structuralSharing: keepNewest,
})

export const EXPORTS_TOPIC = "staff:exports"

/** Request an export; `key` is the idempotency key. */
export const createExport = (body: ExportIn, key: string) =>
  unwrap(
    api.POST("/api/admin/exports", {
      body,
      headers: { "Idempotency-Key": key },
    }),
  )

export const cancelExport = (id: string) =>
  unwrap(api.POST("/api/admin/exports/{export_id}/cancel", { params: { path: { export_id: id } } }))

/** Download the file by a link that is valid for some minutes. */
export async function downloadExport(id: string) {
  const params = { path: { export_id: id } }
  const { url } = await unwrap(api.POST("/api/admin/exports/{export_id}/link", { params }))
  saveFrom(url)
}
