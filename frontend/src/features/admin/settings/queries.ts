import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { read, type Schemas } from "@/lib/api"

export type SettingsNow = Schemas["SettingsOut"]
export type SettingsSave = Schemas["SettingsVersionOut"]

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
