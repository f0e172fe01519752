import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Badge, type Tone } from "@/components/badge"
import { Button } from "@/components/button"
import { useLineTitle } from "@/components/option-notes"
import { PhotoStrip } from "@/components/photo-strip"
import { hasText, useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import type { Secret } from "@/lib/order-access"
import { formatDate } from "@/lib/time"
import { toast } from "@/lib/toast"
import { type Order, orderQuery } from "./queries"

type RequestCardProps = {
  id: string
  title: string
  tone: Tone
  state: string
  askedAt: string
  goods: readonly { line: number; quantity: number }[]
  order: Order
  secret: Secret | null
  photos: Order["returns"][number]["photos"]
  /** What the customer wrote, and why. */
  words: ReactNode
  /** The name of the text about the next step; nothing is shown where there is none. */
  next: string
  /** Since when it has its status. */
  since: string
  /** The shop's words to the customer. */
  note: string
  amounts?: ReactNode
  canWithdraw: boolean
  withdraw: Pick<WithdrawProps, "send" | "label" | "failed">
}

/** A customer's request: its text, photos and status. */
export function RequestCard(props: RequestCardProps) {
  const { id, title, tone, state, askedAt, goods, order, secret, photos, words, next, since, note } = props
  const { t, i18n } = useTranslation("orders")
  const lineTitle = useLineTitle()
  const titleOf = (line: number) => {
    const item = order.items.find((one) => one.line === line)
    return item ? lineTitle(item.title, item.customization) : ""
  }
  return (
    <article aria-label={t("request.name", { id })} className="rounded-md border border-line p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium">{title}</h3>
        <Badge tone={tone}>{state}</Badge>
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
      {words}
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
          {t("request.since", { day: formatDate(since, i18n.language) })} {t(next as "claim.next.opened")}
        </p>
      )}
      {note && <p className="mt-2 wrap-anywhere border-gold border-l-2 pl-3 text-sm">{note}</p>}
      {props.amounts}
      {order.view === "owner" && props.canWithdraw && (
        <Withdraw orderId={order.orderId} secret={secret} {...props.withdraw} />
      )}
    </article>
  )
}

type WithdrawProps = {
  orderId: string
  secret: Secret | null
  send: () => Promise<{ order: Order }>
  label: string
  failed: string
}

function Withdraw({ orderId, secret, send, label, failed }: WithdrawProps) {
  const errorText = useErrorText()
  const client = useQueryClient()
  const query = orderQuery(orderId, secret)
  const withdraw = useMutation({
    mutationFn: send,
    onSuccess: (data) => client.setQueryData(query.queryKey, data.order),
    onError: (error) => {
      toast.error(errorText(error, failed))
      void client.invalidateQueries({ queryKey: query.queryKey })
    },
  })
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-ml-3.5 mt-3"
      busy={withdraw.isPending}
      onClick={() => withdraw.mutate()}
    >
      {label}
    </Button>
  )
}
