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

export const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404
