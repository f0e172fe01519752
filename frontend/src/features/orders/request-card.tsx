import type { ReactNode } from "react"
import { Badge, type Tone } from "@/components/badge"
import { Button } from "@/components/button"
import { useLineTitle } from "@/components/option-notes"
import { PhotoStrip } from "@/components/photo-strip"
import { hasText, useTranslation } from "@/i18n"
import type { Secret } from "@/lib/order-access"
import { formatDate } from "@/lib/time"
import { useAction } from "@/lib/use-action"
import { type Order, orderQuery } from "./queries"
import { useServerWord } from "./status"

type RequestCardProps = {
  /** The names of its texts begin with it. */
  kind: "claim" | "return"
  request: Pick<
    Order["claims" | "returns"][number],
    "status" | "statusAt" | "note" | "photos" | "canWithdraw"
  >
  id: string
  title: string
  tone: Tone | undefined
  askedAt: string
  goods: readonly { line: number; quantity: number }[]
  order: Order
  secret: Secret | null
  /** The customer's own description. */
  description: ReactNode
  /** The name of the text about the next step; nothing is shown where there is none. */
  step?: string
  amounts?: ReactNode
  withdraw: () => Promise<{ order: Order }>
}

/** A customer's request: its text, photos and status. */
export function RequestCard(props: RequestCardProps) {
  const { kind, request, id, title, tone = "neutral", askedAt, goods, order, secret, step, withdraw } = props
  const { status, statusAt, note, photos, canWithdraw } = request
  const { t, i18n } = useTranslation("orders")
  const { queryKey } = orderQuery(order.orderId, secret)
  const withdrawing = useAction({
    act: withdraw,
    onDone: (answer, _, client) => client.setQueryData(queryKey, answer.order),
    renews: [queryKey],
    failed: t(`${kind}.withdrawFailed`),
  })
  const word = useServerWord()
  const lineTitle = useLineTitle()
  const titleOf = (line: number) => {
    const item = order.items.find((one) => one.line === line)
    return item ? lineTitle(item.title, item.customization) : ""
  }
  const next = `${kind}.next.${step ?? status}`
  return (
    <article aria-label={t("request.name", { id })} className="rounded-md border border-line p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium">{title}</h3>
        <Badge tone={tone}>{word(`${kind}.states.${status}`, status)}</Badge>
      </div>
      <p className="mt-1 text-ink-soft text-sm">
        {t("request.askedOn", { id, day: formatDate(askedAt, i18n.language) })}
      </p>
      <ul className="mt-3 text-sm">
        {goods.map(({ line, quantity }) => (
          <li key={line}>
            {titleOf(line)} × {quantity}
          </li>
        ))}
      </ul>
      {props.description}
      <div className="mt-3">
        <PhotoStrip
          size="sm"
          photos={photos}
          title={title}
          nameOf={(number) => t("request.photo", { number })}
        />
      </div>
      {hasText("orders", next) && (
        <p className="mt-3 text-sm">
          {t("request.since", { day: formatDate(statusAt, i18n.language) })} {t(next as "claim.next.opened")}
        </p>
      )}
      {note && <p className="mt-2 wrap-anywhere border-gold border-l-2 pl-3 text-sm">{note}</p>}
      {props.amounts}
      {order.view === "owner" && canWithdraw && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-3.5 mt-3"
          busy={withdrawing.isPending}
          onClick={() => withdrawing.mutate()}
        >
          {t(`${kind}.withdraw`)}
        </Button>
      )}
    </article>
  )
}
