import { api, unwrap } from "@/lib/api"
import { once } from "@/lib/intent"
import { headersOf, type Secret } from "@/lib/order-access"
import { photoForm } from "@/lib/upload"

type Sending = {
  orderId: string
  secret: Secret | null
  /** "line:pieces". */
  item: string
  text: string
  /** A UPI ID. */
  payTo: string
  /** The code that was mailed for it. */
  code: string
  photos: readonly File[]
  /** Called with the upload's progress, 0 to 1. */
  onProgress: (part: number) => void
}

export const intentOfClaim = (orderId: string) => `open-claim:${orderId}`

/** Open a claim under the money-back promise, with the photos of the report. */
export function sendClaim({ orderId, secret, photos, onProgress, ...fields }: Sending) {
  return once(intentOfClaim(orderId), (key) =>
    unwrap(
      api.POST("/api/orders/{order_id}/claims", {
        params: { path: { order_id: orderId } },
        headers: { ...headersOf(secret), "Idempotency-Key": key },
        ...photoForm(fields, photos, onProgress),
      }),
    ),
  )
}
