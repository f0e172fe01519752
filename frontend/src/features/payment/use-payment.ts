import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { clearBuyNowOrder } from "@/lib/buy-now-order"
import { liveLink, useTopic } from "@/lib/live"
import { toast } from "@/lib/toast"
import { newest } from "@/lib/versioned"
import { askAgainIn, UNKNOWN_LIMIT } from "./fallback"
import { askProvider, isOpen, isUnknown, paymentQuery } from "./queries"
import { useWake } from "./use-wake"

// Drawn once per page: see askAgainIn.
const chance = Math.random()

/** One payment, followed live; asked for by hand only while the live link is down, and after a sleep. */
export function usePayment(transactionId: string) {
  const client = useQueryClient()
  const { t } = useTranslation("payment")
  const errorText = useErrorText()
  const options = paymentQuery(transactionId)
  const known = client.getQueryData(options.queryKey) !== undefined
  const [watching, setWatching] = useState(known)
  // The first answer comes with the page or by REST; from then on the topic carries every change.
  const followed = useTopic(watching ? `payment:${transactionId}` : null, options)
  // Counted from the last time we looked anew, so that "Look again" does look again.
  const [unknownBefore, setUnknownBefore] = useState(0)

  const query = useQuery({
    ...options,
    refetchInterval: ({ state }) => {
      const unknown = isUnknown(state.error)
      if (unknown && state.errorUpdateCount - unknownBefore >= UNKNOWN_LIMIT) return false
      if (followed || (state.data && !isOpen(state.data))) return false
      return askAgainIn({ tries: state.dataUpdateCount + state.errorUpdateCount, unknown, chance })
    },
    // useWake does both.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (query.data && !watching) setWatching(true)
  useWake(() => void query.refetch())

  const ask = useMutation({
    mutationFn: (_cause: "return" | "click") => askProvider(transactionId),
    onSuccess: (answer) => client.setQueryData(options.queryKey, (held) => newest(held, answer)),
  })

  // Connect while the first answer is on its way.
  useEffect(() => {
    liveLink.warmUp()
  }, [])

  // The shopper has come back: the best moment for the server to ask the provider, once.
  const asked = useRef(false)
  const open = query.data?.outcome === "processing"
  const { mutate } = ask
  useEffect(() => {
    if (!open || asked.current) return
    asked.current = true
    mutate("return")
  }, [open, mutate])

  // What was being bought is bought.
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
