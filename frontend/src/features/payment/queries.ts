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
    // No retries: polling repeats the request anyway, and an error must show at once.
    retry: false,
    // Data from the server-rendered page needs no refetch: the subscription delivers a newer version if there is one.
    staleTime: 5_000,
    structuralSharing: keepNewest,
  })

/** Have the server check the payment with the provider now; returns its status. */
export const checkWithProvider = (transactionId: string): Promise<PaymentStatus> =>
  unwrap(api.POST("/api/payments/verify-phonepe", { body: { merchantTransactionId: transactionId } }))

export const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404

/** Whether the outcome can still change, so that the screen should subscribe to it. */
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
