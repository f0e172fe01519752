import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Badge, type Tone } from "@/components/badge"
import { Button } from "@/components/button"
import { PhotoStrip } from "@/components/photo-strip"
import { hasText, useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { api, unwrap } from "@/lib/api"
import { headersOf, type Secret } from "@/lib/order-access"
import { formatDateOf } from "@/lib/time"
import { toast } from "@/lib/toast"
import { Part } from "./part"
import { type Order, orderQuery } from "./queries"

type Request = Order["returns"][number]

const tones: Record<string, Tone> = {
  requested: "warning",
  approved: "info",
  pickup: "info",
  received: "success",
  replaced: "success",
}

/** What the customer asked to send back, and how far that is. */
export function Returns({ order, secret }: { order: Order; secret: Secret | null }) {
  const { t } = useTranslation("orders")
  return (
    <Part title={t("return.listTitle")}>
      <ul className="space-y-6 pt-1">
        {order.returns.map((request) => (
          <li key={request.returnId}>
            <ReturnRequest order={order} request={request} secret={secret} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

type ReturnRequestProps = { order: Order; request: Request; secret: Secret | null }

function ReturnRequest({ order, request, secret }: ReturnRequestProps) {
  const { t, i18n } = useTranslation("orders")
  const { returnId, kind, reason, status, note, text, photos } = request
  const titleOf = (line: number) => order.items.find((item) => item.line === line)?.title ?? ""
  const word = (group: "kinds" | "reasons" | "states" | "next", name: string) =>
    hasText("orders", `return.${group}.${name}`)
      ? t(`return.${group}.${name}` as "return.kinds.return")
      : name
  const next = status === "received" ? `received_${kind}` : status
  return (
    <article aria-label={t("return.request", { returnId })} className="rounded-md border border-line p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium">{word("kinds", kind)}</h3>
        <Badge tone={tones[status] ?? "neutral"}>{word("states", status)}</Badge>
      </div>
      <p className="mt-1 text-ink-soft text-sm">
        {t("return.askedOn", { returnId, day: formatDateOf(request.requestedAt, i18n.language) })}
      </p>
      <ul className="mt-3 text-sm">
        {request.items.map(({ line, quantity }) => (
          <li key={line}>
            {titleOf(line)} × {quantity}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm">{word("reasons", reason)}</p>
      {text && <p className="mt-1 break-words text-ink-soft text-sm">{text}</p>}
      <div className="mt-3">
        <PhotoStrip
          size="sm"
          photos={photos}
          title={word("kinds", kind)}
          nameOf={(number) => t("return.photo", { number })}
        />
      </div>
      {hasText("orders", `return.next.${next}`) && (
        <p className="mt-3 text-sm">
          {t("return.since", { day: formatDateOf(request.statusAt, i18n.language) })} {word("next", next)}
        </p>
      )}
      {note && <p className="mt-2 break-words border-gold border-l-2 pl-3 text-sm">{note}</p>}
      {order.view === "owner" && request.canWithdraw && (
        <Withdraw orderId={order.orderId} returnId={returnId} secret={secret} />
      )}
    </article>
  )
}

type WithdrawProps = { orderId: string; returnId: string; secret: Secret | null }

function Withdraw({ orderId, returnId, secret }: WithdrawProps) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const client = useQueryClient()
  const query = orderQuery(orderId, secret)
  const withdraw = useMutation({
    retry: false,
    mutationFn: () =>
      unwrap(
        api.POST("/api/orders/{order_id}/returns/{return_id}/withdraw", {
          params: { path: { order_id: orderId, return_id: returnId } },
          headers: headersOf(secret),
        }),
      ),
    onSuccess: (data) => client.setQueryData(query.queryKey, data.order),
    onError: (error) => {
      toast.error(errorText(error, t("return.withdrawFailed")))
      void client.invalidateQueries({ queryKey: query.queryKey })
    },
  })
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-ml-3.5 mt-3 pointer-coarse:min-h-11"
      busy={withdraw.isPending}
      onClick={() => withdraw.mutate()}
    >
      {t("return.withdraw")}
    </Button>
  )
}
