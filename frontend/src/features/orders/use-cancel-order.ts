import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useCheckoutStore } from "@/features/checkout/checkout-store"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { closeIntent, once } from "@/lib/intent"
import { headersOf } from "@/lib/order-access"
import { toast } from "@/lib/toast"
import type { OrderSource } from "@/stores/unpaid-orders"
import { orderQuery } from "./queries"

/** Cancel an order once; `placing` proves that this browser placed the unpaid order of a guest. */
export function useCancelOrder({ orderId, secret, placing }: OrderSource, onCancelled: () => void) {
  const { t } = useTranslation("orders")
  const client = useQueryClient()
  const query = orderQuery(orderId, secret)
  return useMutation({
    mutationFn: () =>
      once(`cancel:${orderId}`, (key) =>
        unwrap(
          api.POST("/api/orders/{order_id}/cancel", {
            params: { path: { order_id: orderId } },
            headers: {
              ...headersOf(secret),
              ...(placing && { "X-Order-Placing": placing }),
              "Idempotency-Key": key,
            },
          }),
        ),
      ).catch(async (error: unknown) => {
        // The answer was lost, but the request may have arrived: refetch the order to see.
        const order = await client.fetchQuery({ ...query, staleTime: 0, retry: false }).catch(() => null)
        if (order?.status !== "cancelled" && order?.status !== "refunded") throw error
        closeIntent(`cancel:${orderId}`)
        return { order }
      }),
    onSuccess: (data) => {
      client.setQueryData(query.queryKey, data.order)
      useCheckoutStore.getState().forgetOrder(orderId)
      toast.success(t("cancel.done"))
      onCancelled()
    },
    // Packed in the meantime: the refetched order no longer offers to cancel.
    onError: () => void client.invalidateQueries({ queryKey: query.queryKey }),
  })
}
