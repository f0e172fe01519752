import { queryOptions } from "@tanstack/react-query"
import { ApiError, read, type Schemas } from "./api"
import { keepNewest } from "./versioned"

export type PaymentStatus = Schemas["PaymentStatusOut"]

/** Status of a payment, for everybody with its id. The key is also the live topic's name: "payment:{transactionId}". */
export const paymentQuery = (transactionId: string) =>
  queryOptions({
    queryKey: ["payment", transactionId],
    queryFn: read("/api/phonepe/status-check/{transaction_id}", { path: { transaction_id: transactionId } }),
    // No retries: polling repeats the request anyway, and an error must show at once.
    retry: false,
    // Data from the server-rendered page needs no refetch: the subscription delivers a newer version if there is one.
    staleTime: 5_000,
    structuralSharing: keepNewest,
  })

/** The state that the shopper is told: a payment that they cancelled themselves has not failed. */
export const shownOutcome = ({ outcome, status }: PaymentStatus) =>
  outcome === "failed" && status === "CANCELLED" ? "cancelled" : outcome

export const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404
