import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { cashOfferQuery } from "@/lib/cash"
import type { Quote } from "@/lib/types"
import type { PaymentMethod } from "./payment-method"

/** Return the offer of cash on delivery for a quote, and the chosen payment method. */
export function useCash(quote: Quote | undefined, stale: boolean, pincode: string) {
  const free = quote?.totalAmount === 0
  const { data } = useQuery({
    ...cashOfferQuery(quote?.totalAmount ?? 0, pincode),
    enabled: quote !== undefined && !stale && !free,
    placeholderData: keepPreviousData,
  })
  const offer = free ? undefined : data
  const [wished, setMethod] = useState<PaymentMethod>("online")
  const method = offer?.refusal === null ? wished : "online"
  // What paying the courier costs on top; null: it is paid online.
  const cashFee = method === "cash" ? (offer?.fee ?? 0) : null
  return { free, offer, method, setMethod, cashFee, total: (quote?.totalAmount ?? 0) + (cashFee ?? 0) }
}
