import { queryOptions } from "@tanstack/react-query"
import { read } from "./api"

export const REFETCH_MS = 30_000

/** Health of the payment methods, measured on the shop's recent payments. */
export const paymentHealthQuery = queryOptions({
  queryKey: ["payment-health"],
  queryFn: read("/api/payments/health"),
  staleTime: REFETCH_MS,
  refetchInterval: REFETCH_MS,
  // Optional: without an answer there is no notice.
  retry: false,
})
