import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { read, type Schemas } from "@/lib/api"

export type MessageRow = Schemas["MessageRow"]
export type MessageDetail = Schemas["MessageDetail"]
export type Replay = Schemas["ReplayOut"]
export const messageStatuses = ["all", "waiting", "handled", "unknown", "refused"] as const
export type MessageStatus = (typeof messageStatuses)[number]

/** Translation keys of how a message was verified. */
export const verdictKeys = {
  signed: "verdicts.signed",
  password: "verdicts.password",
  proven: "verdicts.proven",
  "no proof": "verdicts.none",
  "wrong proof": "verdicts.wrong",
} as const satisfies Record<MessageRow["verdict"], string>

const MESSAGES_PAGE_SIZE = 20

export const messagesKey = ["staff", "webhooks"] as const

export const messagesQuery = (status: MessageStatus, search: string, page: number) =>
  queryOptions({
    queryKey: [...messagesKey, "list", status, search, page],
    queryFn: read("/api/admin/webhooks", { query: { status, search, page, limit: MESSAGES_PAGE_SIZE } }),
    ...listQuery,
  })

export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: [...messagesKey, "one", id],
    queryFn: read("/api/admin/webhooks/{message_id}", { path: { message_id: id } }, "message"),
    staleTime: 0,
  })
