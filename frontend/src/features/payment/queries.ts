import { queryOptions } from "@tanstack/react-query"
import { ApiError, api, type Schemas, unwrap } from "@/lib/api"
import { keepNewest } from "@/lib/versioned"

export type PaymentStatus = Schemas["PaymentStatusOut"]

/** The key is also the name of the live topic: "payment:{transactionId}". */
export const paymentQuery = (transactionId: string) =>
  queryOptions({
    queryKey: ["payment", transactionId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/phonepe/status-check/{transaction_id}", {
          params: { path: { transaction_id: transactionId } },
          signal,
        }),
      ),
    // The fall-back asks again anyway, and a look-up that failed shall be said at once.
    retry: false,
    // What came with the page is compared as soon as the topic is followed.
    staleTime: 5_000,
    structuralSharing: keepNewest,
  })

/** Have the server ask the provider now; answers where the payment stands. */
export const askProvider = (transactionId: string): Promise<PaymentStatus> =>
  unwrap(api.POST("/api/payments/verify-phonepe", { body: { merchantTransactionId: transactionId } }))

export const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404

/** Whether the outcome can still change by the provider's next word, so that a screen should follow it. */
export const isOpen = ({ outcome }: PaymentStatus) => outcome === "processing" || outcome === "received"

/** Whether the provider's page for this very payment is still open, and nobody has tried to pay there yet. */
export const isPayable = (
  { outcome, expiresAt, mayHaveBeenDebited, continuedBy }: PaymentStatus,
  now: number,
) =>
  outcome === "processing" &&
  !mayHaveBeenDebited &&
  !continuedBy &&
  expiresAt !== null &&
  Date.parse(expiresAt) > now
