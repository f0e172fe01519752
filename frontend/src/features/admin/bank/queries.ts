import { freshQuery } from "@/features/admin/shared/query-options"
import { sendForMessage } from "@/features/admin/shared/send"
import { read, type Schemas } from "@/lib/api"

export type PayoutRow = Schemas["PayoutRow"]
export type BankLineRow = Schemas["BankLineRow"]
/** What the columns of an unknown bank are called, by role. */
export type Columns = Record<string, string>

/** The shortest reason, in characters. */
export const FEWEST_LETTERS = 3

export const bankKey = ["staff", "bank"] as const

export const bankQuery = freshQuery([...bankKey, "overview"], read("/api/admin/bank"))

/** The lines that a payout may be, the likeliest first. */
export const candidatesQuery = (payoutId: string) =>
  freshQuery(
    [...bankKey, "candidates", payoutId],
    read("/api/admin/bank/payouts/{payout_id}/candidates", { path: { payout_id: payoutId } }),
  )

/** The payouts that a line may be, the likeliest first. */
export const linePayoutsQuery = (lineId: string) =>
  freshQuery(
    [...bankKey, "payouts of", lineId],
    read("/api/admin/bank/lines/{line_id}/payouts", { path: { line_id: lineId } }),
  )

export type Upload = { accountId: string; file: File; columns?: Columns }

/** Upload a statement; `columns` names those of an unknown bank. */
export function sendStatement({ accountId, file, columns }: Upload) {
  const body = new FormData()
  body.append("accountId", accountId)
  if (columns) body.append("columns", JSON.stringify(columns))
  body.append("file", file)
  return sendForMessage("post", "/api/admin/bank/statements", { body })
}
