import { api, unwrap } from "@/lib/api"
import type { PaymentStatus } from "@/lib/payment-status"

/** Have the server check the payment with the provider now; returns its status. */
export const checkWithProvider = (transactionId: string): Promise<PaymentStatus> =>
  unwrap(api.POST("/api/payments/verify-phonepe", { body: { merchantTransactionId: transactionId } }))

/** Return true when the outcome can still change, so that the screen should subscribe to it. */
export const isOpen = ({ outcome }: PaymentStatus) => outcome === "processing" || outcome === "received"

/** Return true when the provider's page of this payment is still open, and nobody has tried to pay there yet. */
export const isPayable = (
  { outcome, expiresAt, mayHaveBeenDebited, continuedBy }: PaymentStatus,
  now: number,
) =>
  outcome === "processing" &&
  !mayHaveBeenDebited &&
  !continuedBy &&
  expiresAt !== null &&
  Date.parse(expiresAt) > now
