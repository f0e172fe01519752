import { liveQuery } from "@/features/admin/shared/query-options"
import { send } from "@/features/admin/shared/send"
import { read, type Schemas } from "@/lib/api"
import { saveFrom } from "@/lib/save-file"

export type Export = Schemas["ExportOut"]
export type ExportKind = Schemas["ExportKind"]
export type ExportIn = Schemas["ExportIn"]

export const exportsQuery = liveQuery(["staff", "exports"], read("/api/admin/exports"))

/** Download the file by a link that is valid for some minutes. */
export async function downloadExport(id: string) {
  const path = { export_id: id }
  saveFrom((await send("post", "/api/admin/exports/{export_id}/link", { path })).url)
}
