import { useTranslation } from "@/i18n"

/** Refunded pieces of an order's line, which are not sent; `sent` once the others have left. */
export type Pieces = { quantity: number; withheld: number; sent: number }

/** Orders whose pieces are in the house. */
const atTheShop = ["confirmed", "processing", "packaging"]

type RefundedPiecesProps = {
  pieces: Pieces
  status: string
}

/** The pieces that are refunded and not sent, and how many are: nothing while all of them are. */
export function RefundedPieces({ pieces: { quantity, withheld, sent }, status }: RefundedPiecesProps) {
  const { t } = useTranslation("orders")
  const isOver = sent === 0 && (status === "cancelled" || status === "refunded")
  if (withheld === 0 || isOver) return null
  const rest = quantity - withheld
  const key =
    quantity === 1 ? "onePiece" : rest === 0 ? "none" : atTheShop.includes(status) ? "toSend" : "sent"
  return (
    <p className="font-medium text-sm text-warning">{t(`refunded.${key}`, { quantity, withheld, rest })}</p>
  )
}

/** How many pieces of the lines are in the parcel, whether it has left or not. */
export const piecesToSend = (lines: readonly Pieces[]) =>
  lines.reduce((sum, { quantity, withheld }) => sum + quantity - withheld, 0)
