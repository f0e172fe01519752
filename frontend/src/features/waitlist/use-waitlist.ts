import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { api, read, unwrap } from "@/lib/api"
import { useTopic } from "@/lib/live"
import { toast } from "@/lib/toast"
import { keepNewest, newest } from "@/lib/versioned"
import { makeWaitlistToken, useWaitlistToken } from "@/lib/waitlist-token"
import { type Waitlist, waitlistKey } from "./use-offered-product"

const ASK_AGAIN_MS = 10_000

const path = (productId: string) => ({ path: { product_id: productId } })

const waitlistQuery = (productId: string) =>
  queryOptions({
    queryKey: waitlistKey(productId),
    queryFn: read("/api/waitlist/{product_id}", path(productId), "waitlist"),
    structuralSharing: keepNewest,
  })

/**
 * The line for a product with the shopper's own place, updated live.
 *
 * It is followed from the moment `contended` holds, and stays so: how it ended is news, too.
 */
export function useWaitlist(productId: string, contended: boolean): Waitlist | undefined {
  const [following, setFollowing] = useState(contended)
  if (contended && !following) setFollowing(true)
  const token = useWaitlistToken()
  const query = waitlistQuery(productId)
  const live = useTopic(following ? `waitlist:${productId}` : null, query, token ? { key: token } : {})
  const { data } = useQuery({
    ...query,
    enabled: following,
    refetchInterval: ({ state }) => (following && !live && state.data?.place ? ASK_AGAIN_MS : false),
  })
  return following ? data : undefined
}

/** Join and leave; a refusal is said in a toast. */
export function useWaitlistChanges(productId: string) {
  const { t } = useTranslation("waitlist")
  const errorText = useErrorText()
  const client = useQueryClient()
  const { queryKey } = waitlistQuery(productId)
  const options = {
    scope: { id: "waitlist" },
    onSuccess: ({ waitlist }: { waitlist: Waitlist }) =>
      client.setQueryData(queryKey, (held) => newest(held, waitlist)),
    onError: (error: Error) => {
      toast.error(errorText(error, t("failed")))
      // A piece may be free by now, or none left.
      void client.invalidateQueries({ queryKey })
      void client.invalidateQueries({ queryKey: ["product"] })
    },
  } as const
  const join = useMutation({
    ...options,
    mutationFn: () => {
      makeWaitlistToken()
      return unwrap(api.POST("/api/waitlist/{product_id}", { params: path(productId) }))
    },
  })
  const leave = useMutation({
    ...options,
    mutationFn: () => unwrap(api.DELETE("/api/waitlist/{product_id}", { params: path(productId) })),
  })
  return { join, leave }
}
