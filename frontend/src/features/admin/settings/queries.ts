import { freshQuery, pageQuery } from "@/features/admin/shared/query-options"
import { read, type Schemas } from "@/lib/api"

export type SettingsNow = Schemas["SettingsOut"]
export type SettingsSave = Schemas["SettingsVersionOut"]

export const settingsQuery = freshQuery(["staff", "settings"], read("/api/admin/settings"))

export const settingsHistoryKey = ["staff", "settings-history"] as const

export const historyQuery = (page: number) =>
  pageQuery([...settingsHistoryKey, page], read("/api/admin/settings/history", { query: { page } }))
