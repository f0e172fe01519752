import type { Schemas } from "@/lib/api"
import { Picture } from "./picture"

type PieceListProps = {
  pieces: readonly Schemas["PieceShort"][]
}

/** The ordered items with options, picture and quantity. */
export function PieceList({ pieces }: PieceListProps) {
  return (
    <ul className="space-y-3 text-left">
      {pieces.map(({ title, image, quantity, options }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name, and lines of an order never move.
        <li key={index} className="flex items-center gap-4">
          <Picture src={image} alt="" sizes="64px" className="size-16 shrink-0 rounded-md" />
          <span className="min-w-0 flex-1 wrap-anywhere">
            {title}
            {options && <span className="block text-ink-soft text-sm">{options}</span>}
          </span>
          <span className="shrink-0 text-ink-soft text-sm tabular-nums">× {quantity}</span>
        </li>
      ))}
    </ul>
  )
}
