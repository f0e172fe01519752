import type { Tone } from "@/components/badge"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { headersOf, type Secret } from "@/lib/order-access"
import { Part } from "./part"
import type { Order } from "./queries"
import { RequestCard } from "./request-card"
import { useServerWord } from "./status"

type Request = Order["returns"][number]

const tones: Record<string, Tone> = {
  requested: "warning",
  approved: "info",
  pickup: "info",
  received: "success",
  replaced: "success",
}

/** The customer's return requests, with their status. */
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
  const { returnId, kind, reason, status, text } = request
  const word = useServerWord()
  return (
    <RequestCard
      kind="return"
      request={request}
      id={returnId}
      title={word(`return.kinds.${kind}`, kind)}
      tone={tones[status]}
      askedAt={request.requestedAt}
      goods={request.items}
      order={order}
      secret={secret}
      description={
        <>
          <p className="mt-2 text-sm">{word(`return.reasons.${reason}`, reason)}</p>
          {text && <p className="mt-1 wrap-anywhere text-ink-soft text-sm">{text}</p>}
        </>
      }
      step={status === "received" ? `received_${kind}` : undefined}
      withdraw={() =>
        unwrap(
          api.POST("/api/orders/{order_id}/returns/{return_id}/withdraw", {
            params: { path: { order_id: order.orderId, return_id: returnId } },
            headers: headersOf(secret),
          }),
        )
      }
    />
  )
}
