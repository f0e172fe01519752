import { queryOptions } from "@tanstack/react-query"
import { send } from "@/features/admin/shared/send"
import { read, type Schemas } from "@/lib/api"
import { keepNewest } from "@/lib/versioned"

export type SupportResult = Schemas["SupportResult"]
export type SupportTimeline = Schemas["SupportTimeline"]
export type Entry = Schemas["Entry"]
export type MailRow = Schemas["MailOut"]
export type Answer = Schemas["AnswerOut"]
export type Language = Answer["language"]

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ["staff", "support", "search", q],
    queryFn: read("/api/admin/support/search", { query: { q } }),
    staleTime: 0,
  })

export const queueQuery = queryOptions({
  queryKey: ["staff", "support", "queue"],
  queryFn: read("/api/admin/support/queue"),
  structuralSharing: keepNewest,
})

export const timelineQuery = (subject: string) =>
  queryOptions({
    queryKey: ["staff", "support", "timeline", subject],
    queryFn: read("/api/admin/support/timeline", { query: { subject } }),
    structuralSharing: keepNewest,
  })

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
