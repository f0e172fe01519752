import { api, type Schemas, unwrap } from "@/lib/api"
import { once } from "@/lib/intent"
import { headersOf, type Secret } from "@/lib/order-access"
import { photoForm } from "@/lib/upload"

export type ReturnKind = Schemas["ReturnKind"]
export type ReturnReason = Schemas["ReturnReason"]

type Sending = {
  orderId: string
  secret: Secret | null
  kind: ReturnKind
  reason: ReturnReason
  text: string
  /** "line:pieces" each. */
  items: string[]
  photos: readonly File[]
  /** Called with the upload's progress, 0 to 1. */
  onProgress: (part: number) => void
}

export const intentOfReturn = (orderId: string) => `ask-return:${orderId}`

/** Send a request to send goods back, with its photos. */
export function sendReturn({ orderId, secret, photos, onProgress, ...fields }: Sending) {
  return once(intentOfReturn(orderId), (key) =>
    unwrap(
      api.POST("/api/orders/{order_id}/returns", {
        params: { path: { order_id: orderId } },
        headers: { ...headersOf(secret), "Idempotency-Key": key },
        ...photoForm(fields, photos, onProgress),
      }),
    ),
  )
}
