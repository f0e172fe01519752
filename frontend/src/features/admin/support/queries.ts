import { queryOptions } from "@tanstack/react-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"
import { keepNewest } from "@/lib/versioned"

export type SupportResult = Schemas["SupportResult"]
export type SupportTimeline = Schemas["SupportTimeline"]
export type Entry = Schemas["Entry"]
export type SupportQueue = Schemas["SupportQueue"]
export type MailRow = Schemas["MailOut"]
export type Answer = Schemas["AnswerOut"]
export type AnswerIn = Schemas["AnswerIn"]
export type Language = Answer["language"]

const key = (name: string) => ({ "Idempotency-Key": name })

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

export const addNote = (subject: string, text: string, once: string) =>
  unwrap(api.POST("/api/admin/support/notes", { body: { subject, text }, headers: key(once) }))

export const handOver = (subject: string, to: string | null, text: string, once: string) =>
  unwrap(api.POST("/api/admin/support/hand-over", { body: { subject, to, text }, headers: key(once) }))

export const sendAnswer = (body: AnswerIn, once: string) =>
  unwrap(api.POST("/api/admin/support/answers", { body, headers: key(once) }))

export const sendMailAgain = (id: number) =>
  unwrap(api.POST("/api/admin/support/mails/{mail_id}/send-again", { params: { path: { mail_id: id } } }))
