import { queryOptions } from "@tanstack/react-query"
import { listQuery } from "@/features/admin/shared/list-query"
import { api, read, type Schemas, unwrap, unwrapWithMessage } from "@/lib/api"

export type BankOverview = Schemas["BankOverview"]
export type BankAccount = Schemas["BankAccountOut"]
export type BankMonth = Schemas["BankMonth"]
export type PayoutRow = Schemas["PayoutRow"]
export type BankLineRow = Schemas["BankLineRow"]
/** What the columns of an unknown bank are called, by role. */
export type Columns = Record<string, string>

const PAGE_SIZE = 20

export const bankKey = ["staff", "bank"] as const

export const bankQuery = queryOptions({
  queryKey: [...bankKey, "overview"],
  queryFn: read("/api/admin/bank"),
  staleTime: 0,
})

type PayoutFilter = "missing" | "differs" | "waiting" | "matched" | ""
type LineFilter = "unknown" | ""
type ListQuery<S> = { status: S; month: string; page: number }

export const payoutsQuery = (query: ListQuery<PayoutFilter>) =>
  queryOptions({
    queryKey: [...bankKey, "payouts", query],
    queryFn: read("/api/admin/bank/payouts", { query: { ...query, limit: PAGE_SIZE } }),
    ...listQuery,
  })

export const linesQuery = (query: ListQuery<LineFilter>) =>
  queryOptions({
    queryKey: [...bankKey, "lines", query],
    queryFn: read("/api/admin/bank/lines", { query: { ...query, limit: PAGE_SIZE } }),
    ...listQuery,
  })

/** The lines that a payout may be, the likeliest first. */
export const candidatesQuery = (payoutId: string) =>
  queryOptions({
    queryKey: [...bankKey, "candidates", payoutId],
    queryFn: read("/api/admin/bank/payouts/{payout_id}/candidates", { path: { payout_id: payoutId } }),
    staleTime: 0,
  })

export const addAccount = (name: string) => unwrap(api.POST("/api/admin/bank/accounts", { body: { name } }))

/** Upload a statement; `columns` names those of an unknown bank. */
export const sendStatement = (fields: { accountId: string; file: File; columns?: Columns }) =>
  unwrapWithMessage(
    api.POST("/api/admin/bank/statements", {
      // The generated type has the file as text; the form carries the file itself.
      body: { accountId: fields.accountId, file: fields.file as unknown as string },
      bodySerializer: () => {
        const form = new FormData()
        form.append("accountId", fields.accountId)
        if (fields.columns) form.append("columns", JSON.stringify(fields.columns))
        form.append("file", fields.file)
        return form
      },
    }),
  )

export const matchPayout = (payoutId: string, lineId: string, note: string) =>
  unwrap(
    api.POST("/api/admin/bank/payouts/{payout_id}/match", {
      params: { path: { payout_id: payoutId } },
      body: { lineId, note },
    }),
  )

export const unmatchLine = (lineId: string, note: string) =>
  unwrap(
    api.POST("/api/admin/bank/lines/{line_id}/unmatch", {
      params: { path: { line_id: lineId } },
      body: { note },
    }),
  )

export const setLineAside = (lineId: string, note: string) =>
  unwrap(
    api.POST("/api/admin/bank/lines/{line_id}/set-aside", {
      params: { path: { line_id: lineId } },
      body: { note },
    }),
  )
