import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { api, unwrap } from "@/lib/api"
import { MAX_WISHES } from "@/lib/limits"
import { useGuestWishes } from "@/stores/guest-wishlist"
import { useSession } from "@/stores/session"
import { type Wishlist, wishlistQuery } from "./queries"

type UseWishlist = {
  ids: readonly string[]
  isGuest: boolean
  /** Add or take away at once; a refusal puts things back. */
  toggle: (productId: string, done: { onSuccess: (added: boolean) => void; onError: OnError }) => void
}
type OnError = (error: Error, adding: boolean) => void

/** Return the wishlist: the account's, or this browser's while nobody is logged in. */
export function useWishlist(): UseWishlist {
  const client = useQueryClient()
  // The session itself: another person who logs in has another list.
  const session = useSession((state) => state.session)
  const guest = useGuestWishes()
  const { data } = useQuery({ ...wishlistQuery, enabled: session !== null })
  const ids = session === null ? guest.ids : (data?.productIds ?? [])

  const change = useMutation({
    scope: { id: "wishlist" },
    mutationFn: ({ productId, adding }: { productId: string; adding: boolean }) =>
      unwrap(
        adding
          ? api.POST("/api/auth/wishlist", { body: { productId } })
          : api.DELETE("/api/auth/wishlist/{product_id}", { params: { path: { product_id: productId } } }),
      ),
    onMutate: async ({ productId, adding }) => {
      await client.cancelQueries(wishlistQuery)
      client.setQueryData(wishlistQuery.queryKey, (held) => held && changed(held, productId, adding))
    },
    onSuccess: (wishlist) => client.setQueryData(wishlistQuery.queryKey, wishlist),
    // What is true now may be neither what was shown before nor what was wished for.
    onError: () => client.invalidateQueries(wishlistQuery),
  })

  return {
    ids,
    isGuest: session === null,
    toggle: (productId, { onSuccess, onError }) => {
      const adding = !ids.includes(productId)
      if (session !== null) {
        // A promise and not callbacks: those are dropped when the card that asked is gone by then.
        change.mutateAsync({ productId, adding }).then(
          () => onSuccess(adding),
          (error: Error) => onError(error, adding),
        )
      } else {
        const others = guest.ids.filter((id) => id !== productId)
        guest.set(adding ? [productId, ...others].slice(0, MAX_WISHES) : others)
        onSuccess(adding)
      }
    },
  }
}

/** The list as it will be, in the version it has: the server's answer counts on. */
export function changed(held: Wishlist, productId: string, adding: boolean): Wishlist {
  const others = held.productIds.filter((id) => id !== productId)
  const productIds = adding ? [productId, ...others] : others
  return {
    ...held,
    productIds,
    count: productIds.length,
    wishlist: held.wishlist.filter(({ _id }) => adding || _id !== productId),
  }
}
