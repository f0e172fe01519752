import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"

export type Entry = Schemas["ContentDetail"]
export type EntryRow = Schemas["ContentRow"]
export type Texts = Schemas["ContentTexts"]
export type Problem = Schemas["ContentProblem"]
export type ContentField = Schemas["ContentField"]
export type Language = "en" | "hi"

export const languages = ["en", "hi"] as const

export const contentKey = ["admin-content"] as const

export const contentListQuery = queryOptions({
  queryKey: [...contentKey, "list"],
  queryFn: read("/api/admin/content", {}, "entries"),
})

export const entryQuery = (key: string) =>
  queryOptions({
    queryKey: [...contentKey, "entry", key],
    queryFn: read("/api/admin/content/{key}", { path: { key } }, "entry"),
  })

export const historyQuery = (key: string, version: number) =>
  queryOptions({
    queryKey: [...contentKey, "history", key, version],
    queryFn: read("/api/admin/content/{key}/history", { path: { key } }, "revisions"),
  })

/** A text as it would look; nothing is stored. */
export const previewQuery = (key: string, language: Language, content: Texts) =>
  queryOptions({
    queryKey: [...contentKey, "preview", key, language, content],
    queryFn: ({ signal }) =>
      unwrap(
        api.POST("/api/admin/content/{key}/preview", {
          params: { path: { key } },
          body: { content, language },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    staleTime: Number.POSITIVE_INFINITY,
  })
