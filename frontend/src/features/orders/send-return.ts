import { api, type Schemas, unwrap } from "@/lib/api"
import { once } from "@/lib/intent"
import { headersOf, type Secret } from "@/lib/order-access"
import { fetchWithProgress } from "@/lib/upload"

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
  /** Told how much has left, 0 to 1. */
  onProgress: (part: number) => void
}

export const intentOfReturn = (orderId: string) => `ask-return:${orderId}`

/** Send a request to send goods back, with its photos. */
export function sendReturn({ orderId, secret, photos, onProgress, ...words }: Sending) {
  const form = new FormData()
  form.set("kind", words.kind)
  form.set("reason", words.reason)
  form.set("text", words.text)
  for (const item of words.items) form.append("items", item)
  for (const photo of photos) form.append("photos", photo)
  return once(intentOfReturn(orderId), (key) =>
    unwrap(
      api.POST("/api/orders/{order_id}/returns", {
        params: { path: { order_id: orderId } },
        headers: { ...headersOf(secret), "Idempotency-Key": key },
        // The types know the fields of the form, the form itself is what is sent.
        body: { ...words },
        bodySerializer: () => form,
        fetch: fetchWithProgress(onProgress),
      }),
    ),
  )
}
