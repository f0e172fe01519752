import { queryOptions } from "@tanstack/react-query"
import { api, type Schemas, unwrap } from "./api"

export type PaymentHealth = Schemas["PaymentHealthOut"]

export const RENEW_MS = 30_000

/** Which ways to pay are slow or failing right now, by the shop's own last payments. */
export const paymentHealthQuery = queryOptions({
  queryKey: ["payment-health"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/payments/health", { signal })),
  staleTime: RENEW_MS,
  refetchInterval: RENEW_MS,
  // It only helps to choose: without an answer nothing is said.
  retry: false,
})
