import { freshQuery } from "@/features/admin/shared/query-options"
import { read, type Schemas } from "@/lib/api"

export type MessageRow = Schemas["MessageRow"]
export type MessageDetail = Schemas["MessageDetail"]
export type Replay = Schemas["ReplayOut"]

/** Translation keys of how a message was verified. */
export const verdictKeys = {
  signed: "verdicts.signed",
  password: "verdicts.password",
  proven: "verdicts.proven",
  "no proof": "verdicts.none",
  "wrong proof": "verdicts.wrong",
} as const satisfies Record<MessageRow["verdict"], string>

export const messagesKey = ["staff", "webhooks"] as const

export const messageQuery = (id: string) =>
  freshQuery(
    [...messagesKey, "one", id],
    read("/api/admin/webhooks/{message_id}", { path: { message_id: id } }, "message"),
  )
