import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "@/lib/api"
import { once } from "@/lib/intent"

export type MessageRow = Schemas["MessageRow"]
export type MessageDetail = Schemas["MessageDetail"]
export type Replay = Schemas["ReplayOut"]
export const stands = ["all", "waiting", "handled", "unknown", "refused"] as const
export type Stand = (typeof stands)[number]

export const MESSAGES_PAGE_SIZE = 20

export const messagesKey = ["staff", "webhooks"] as const

export const messagesQuery = (stand: Stand, search: string, page: number) =>
  queryOptions({
    queryKey: [...messagesKey, "list", stand, search, page],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/admin/webhooks", {
          params: { query: { stand, search, page, limit: MESSAGES_PAGE_SIZE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    // Messages come by themselves: a page seen before is asked for anew.
    staleTime: 0,
  })

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: [...messagesKey, "one", id],
    queryFn: async ({ signal }) => {
      const params = { path: { message_id: id } }
      return (await unwrap(api.GET("/api/admin/webhooks/{message_id}", { params, signal }))).message
    },
    staleTime: 0,
  })

/** Follow the message once more, or only ask what that would change. */
export function replayMessage(id: string, dryRun: boolean): Promise<Replay> {
  const params = { path: { message_id: id } }
  const send = (key?: string) =>
    unwrap(
      api.POST("/api/admin/webhooks/{message_id}/replay", {
        params,
        headers: key ? { "Idempotency-Key": key } : {},
        body: { dryRun },
      }),
    )
  return dryRun ? send() : once(`replay:${id}`, send)
}
