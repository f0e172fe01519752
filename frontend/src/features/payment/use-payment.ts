import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { clearBuyNowOrder } from "@/lib/buy-now-order"
import { liveLink, useTopic } from "@/lib/live"
import { isUnknown, paymentQuery } from "@/lib/payment-status"
import { toast } from "@/lib/toast"
import { newest } from "@/lib/versioned"
import { pollDelayMs, UNKNOWN_LIMIT } from "./poll-delay"
import { checkWithProvider, isOpen } from "./queries"
import { useWake } from "./use-wake"

// Jitter, drawn once per page: see pollDelayMs.
const chance = Math.random()

/** One payment, updated live; polled only while the live link is down, and refetched after a sleep. */
export function usePayment(transactionId: string) {
  const client = useQueryClient()
  const { t } = useTranslation("payment")
  const errorText = useErrorText()
  const options = paymentQuery(transactionId)
  const known = client.getQueryData(options.queryKey) !== undefined
  const [watching, setWatching] = useState(known)
  // The first state comes with the page or by REST; then the topic carries every change.
  const followed = useTopic(watching ? `payment:${transactionId}` : null, options)
  // Number of errors at the last retry, so that the retry button starts a new round of polls.
  const [unknownBefore, setUnknownBefore] = useState(0)

  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => {
      const unknown = isUnknown(state.error)
      if (unknown && state.errorUpdateCount - unknownBefore >= UNKNOWN_LIMIT) return false
      if (followed || (state.data && !isOpen(state.data))) return false
      return pollDelayMs({ tries: state.dataUpdateCount + state.errorUpdateCount, unknown, chance })
    },
    // useWake does both.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (query.data && !watching) setWatching(true)
  useWake(() => void query.refetch())

  const ask = useMutation({
    mutationFn: (_cause: "return" | "click") => checkWithProvider(transactionId),
    onSuccess: (answer) => client.setQueryData(options.queryKey, (held) => newest(held, answer)),
  })

  // Connect in parallel with the first request.
  useEffect(() => {
    liveLink.warmUp()
  }, [])

  // The shopper has come back: have the server check with the provider, once.
  const asked = useRef(false)
  const open = query.data?.outcome === "processing"
  const { mutate } = ask
  useEffect(() => {
    if (!open || asked.current) return
    asked.current = true
    mutate("return")
  }, [open, mutate])

  // The order is paid: drop the stored one.
  const done = query.data?.outcome === "success"
  useEffect(() => {
    if (done) clearBuyNowOrder()
  }, [done])

  return {
    data: query.data,
    error: query.error,
    isFetching: query.isFetching,
    givenUp: query.errorUpdateCount - unknownBefore >= UNKNOWN_LIMIT,
    retry: () => {
      setUnknownBefore(query.errorUpdateCount)
      void query.refetch()
    },
    refreshing: ask.isPending && ask.variables === "click",
    refresh: () => mutate("click", { onError: (error) => toast.error(errorText(error, t("checkFailed"))) }),
  }
}
