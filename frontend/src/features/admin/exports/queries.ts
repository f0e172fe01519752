import { queryOptions } from "@tanstack/react-query"
import { send } from "@/features/admin/shared/send"
import { read, type Schemas } from "@/lib/api"
import { saveFrom } from "@/lib/save-file"
import { keepNewest } from "@/lib/versioned"

export type Export = Schemas["ExportOut"]
export type ExportKind = Schemas["ExportKind"]
export type ExportIn = Schemas["ExportIn"]

export const exportsQuery = queryOptions({
  queryKey: ["staff", "exports"],
  queryFn: read("/api/admin/exports"),
  structuralSharing: keepNewest,
})

/** Download the file by a link that is valid for some minutes. */
export async function downloadExport(id: string) {
  const path = { export_id: id }
  saveFrom((await send("post", "/api/admin/exports/{export_id}/link", { path })).url)
}
