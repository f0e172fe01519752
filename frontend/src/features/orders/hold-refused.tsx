import { useEffect, useRef, useState } from "react"
import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { type ApiError, api, unwrap } from "@/lib/api"
import { readAccess, storeAccess } from "@/lib/order-access"
import { useSession } from "@/stores/session"
import { type OrderSource, useUnpaidOrders } from "@/stores/unpaid-orders"
import { CodeSteps } from "./code-steps"
import { HoldNote } from "./hold-note"
import { useCancelOrder } from "./use-cancel-order"
import { usePayAgain } from "./use-pay-again"

type UnpaidOrder = {
  orderId: string
  totalAmount: number
  items: string[]
  heldUntil: string | null
  payBy: string
}

type HoldRefusedProps = {
  /** HOLD_LIMIT or HOLD_PROOF_REQUIRED. */
  refusal: ApiError
  /** The order that was to be paid, with the key of a guest's link to it. */
  orderId: string
  linkKey: string | null | undefined
  /** Start the payment again: another order is cancelled, or the address is proven. */
  onRetry: () => void
}

/** The ways on for a buyer whose unpaid orders hold too much: pay or cancel each, or prove the e-mail address. */
export function HoldRefused({ refusal, orderId, linkKey, onRetry }: HoldRefusedProps) {
  const { t } = useTranslation("orders")
  const { orders = [], codeTo = "" } = (refusal.data ?? {}) as { orders?: UnpaidOrder[]; codeTo?: string }
  const params = { path: { order_id: orderId } }
  const place = useRef<HTMLDivElement>(null)
  // It is loaded after the notice around it was scrolled into view.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" })
  }, [])
  return (
    <div ref={place} className="mt-4 space-y-5 empty:hidden">
      {orders.length > 0 && (
        <section aria-label={t("refused.orders")}>
          <h4 className="font-medium">{t("refused.orders")}</h4>
          <ul className="mt-2 divide-y divide-line border-line border-y">
            {orders.map((order) => (
              <HeldOrder key={order.orderId} order={order} refused={orderId} onCancelled={onRetry} />
            ))}
          </ul>
        </section>
      )}
      {refusal.code === "HOLD_PROOF_REQUIRED" && linkKey && (
        <CodeSteps
          ask={() => unwrap(api.POST("/api/orders/{order_id}/code", { params, body: { key: linkKey } }))}
          check={async (code) => {
            const body = { key: linkKey, code }
            const { accessToken } = await unwrap(api.POST("/api/orders/{order_id}/unlock", { params, body }))
            storeAccess([orderId], accessToken)
            onRetry()
          }}
          askLabel={t("refused.ask", { email: codeTo })}
          checkLabel={t("refused.check")}
        />
      )}
    </div>
  )
}

type HeldOrderProps = { order: UnpaidOrder; refused: string; onCancelled: () => void }

function HeldOrder({ order, refused, onCancelled }: HeldOrderProps) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const loggedIn = useSession(({ session }) => session !== null)
  const placed = useUnpaidOrders((state) => state.placed).find((each) => each.orderId === order.orderId)
  const proven = loggedIn ? null : readAccess(refused)
  const source: OrderSource = {
    orderId: order.orderId,
    secret: placed ? { kind: "key", value: placed.key } : proven,
    placing: placed?.placing ?? null,
  }
  const [asking, setAsking] = useState(false)
  const { pay, busy, label } = usePayAgain({ order, secret: source.secret, linkKey: placed?.key })
  const cancel = useCancelOrder(source, onCancelled)
  return (
    <li className="py-3">
      <p>{order.items.join(", ")}</p>
      <HoldNote heldUntil={order.heldUntil} payBy={order.payBy} />
      {asking ? (
        <div className="mt-3">
          <p>{t("cancel.text", { orderId: order.orderId })}</p>
          <div className="mt-2 flex flex-wrap gap-3">
            <Button autoFocus busy={cancel.isPending} onClick={() => cancel.mutate()}>
              {t("cancel.confirm")}
            </Button>
            <Button variant="secondary" disabled={cancel.isPending} onClick={() => setAsking(false)}>
              {t("cancel.keep")}
            </Button>
          </div>
          {cancel.error && (
            <p role="alert" className="mt-2 text-danger text-sm">
              {errorText(cancel.error, t("cancel.failed"))}
            </p>
          )}
        </div>
      ) : (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button busy={busy} onClick={pay}>
            {label}
          </Button>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            {t("unpaid.cancel")}
          </Button>
        </div>
      )}
    </li>
  )
}
