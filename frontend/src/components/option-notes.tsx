import { useTranslation } from "@/i18n"
import { useOptionLabel } from "@/i18n/option-label"
import type { Schemas } from "@/lib/api"

type Customization = Schemas["Customization"]

type OptionNotesProps = {
  customization: Customization
  /** Text before the options. */
  quantity?: number
  /** Text after them. */
  more?: string
}

/** Every chosen option: Nepal · Size: Regular · Silver pendant. The server's papers and mails say the same. */
export function OptionNotes({ customization, quantity, more }: OptionNotesProps) {
  const { t } = useTranslation()
  const options = useOptionText()(customization)
  return [quantity !== undefined && t("chosen.quantity", { count: quantity }), options, more]
    .filter(Boolean)
    .join(" · ")
}

/** Return a function that names every chosen option, "" for none. */
function useOptionText(): (customization: Customization) => string {
  const { t } = useTranslation()
  const optionLabel = useOptionLabel()
  return ({ origin, size, pendantType, xrayCertification }) =>
    [
      origin && optionLabel(origin),
      size && t("chosen.size", { name: optionLabel(size) }),
      pendantType && pendantType !== "none" && t("chosen.pendant", { name: optionLabel(pendantType) }),
      xrayCertification && t("chosen.certificate"),
    ]
      .filter(Boolean)
      .join(" · ")
}

/** Return a function that gives a line's title with every chosen option: Five Mukhi (Nepal · Size: Regular). */
export function useLineTitle(): (title: string, customization: Customization) => string {
  const optionText = useOptionText()
  return (title, customization) => {
    const options = optionText(customization)
    return options ? `${title} (${options})` : title
  }
}

/** Orders whose pieces are in the house. */
const atTheShop = ["confirmed", "processing", "packaging"]

type RefundedPiecesProps = {
  /** Of a line: those ordered, those refunded and not sent, and those that have left. */
  pieces: { quantity: number; withheld: number; sent: number }
  /** The order's. */
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
