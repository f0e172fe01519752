import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { api, read, type Schemas, unwrapWithMessage } from "@/lib/api"

export type SettingsNow = Schemas["SettingsOut"]
export type SettingsSave = Schemas["SettingsVersionOut"]
type SettingsBody = Schemas["SettingsIn"]

export const settingsQuery = queryOptions({
  queryKey: ["staff", "settings"],
  queryFn: read("/api/admin/settings"),
  staleTime: 0,
})

export const settingsHistoryKey = ["staff", "settings-history"] as const

export const historyQuery = (page: number) =>
  queryOptions({
    queryKey: [...settingsHistoryKey, page],
    queryFn: read("/api/admin/settings/history", { query: { page } }),
    ...listQuery,
  })

/** Save the sections in the body, unless somebody has changed one of them since its `version`. */
export const saveSettings = (body: SettingsBody) =>
  unwrapWithMessage(api.PATCH("/api/admin/settings", { body }))

/** Bring an older version back, unless there is a newer one than `version`. */
export const restoreSettings = (restore: number, version: number) =>
  unwrapWithMessage(api.POST("/api/admin/settings/restore", { body: { restore, version } }))
