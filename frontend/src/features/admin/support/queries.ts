import { queryOptions } from "@tanstack/react-query"
import { freshQuery, liveQuery } from "@/features/admin/shared/query-options"
import { send } from "@/features/admin/shared/send"
import { read, type Schemas } from "@/lib/api"

export type SupportResult = Schemas["SupportResult"]
export type SupportTimeline = Schemas["SupportTimeline"]
export type Entry = Schemas["Entry"]
export type MailRow = Schemas["MailOut"]
export type Answer = Schemas["AnswerOut"]
export type Language = Answer["language"]

export const searchQuery = (q: string) =>
  freshQuery(["staff", "support", "search", q], read("/api/admin/support/search", { query: { q } }))

export const queueQuery = liveQuery(["staff", "support", "queue"], read("/api/admin/support/queue"))

export const timelineQuery = (subject: string) =>
  liveQuery(
    ["staff", "support", "timeline", subject],
    read("/api/admin/support/timeline", { query: { subject } }),
  )

/** Assign the timeline to a colleague; to nobody when it is done. */
export function handOver({ subject, version }: SupportTimeline, to: string | null, text: string) {
  const body = { subject, to, text }
  return send("post", "/api/admin/support/hand-over", {
    body,
    once: `hand-over:${version}:${JSON.stringify(body)}`,
  })
}

export const answersQuery = (subject: string, version: number) =>
  queryOptions({
    // The templates depend on the subject's state.
    queryKey: ["staff", "support", "answers", subject, version],
    queryFn: read("/api/admin/support/answers", { query: { subject } }),
  })

export const customerViewQuery = (subject: string) =>
  queryOptions({
    queryKey: ["staff", "support", "customer-view", subject],
    queryFn: read("/api/admin/support/customer-view", { query: { subject } }),
    staleTime: 0,
    // Each view is logged: no automatic refetch.
    refetchOnReconnect: false,
  })
