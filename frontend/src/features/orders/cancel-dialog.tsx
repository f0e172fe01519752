import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { Notice } from "@/components/notice"
import { useCheckoutStore } from "@/features/checkout/checkout-store"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { api, unwrap } from "@/lib/api"
import { closeIntent, once } from "@/lib/intent"
import { formatRupees } from "@/lib/money"
import { headersOf, type Secret } from "@/lib/order-access"
import { toast } from "@/lib/toast"
import { type Order, orderQuery } from "./queries"

type CancelDialogProps = {
  order: Order
  secret: Secret | null
  /** What proves that this browser placed the unpaid order of a guest. */
  placing?: string | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Confirm the cancellation, with what happens to the payment. */
export function CancelDialog({ order, secret, placing, open, onOpenChange }: CancelDialogProps) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const client = useQueryClient()
  const { orderId, paymentStatus, totalAmount } = order
  const query = orderQuery(orderId, secret)
  const cancel = useMutation({
    retry: false,
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
      onOpenChange(false)
      toast.success(t("cancel.done"))
    },
    // Packed in the meantime: the refetched order no longer offers to cancel.
    onError: () => void client.invalidateQueries({ queryKey: query.queryKey }),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(now) => {
        if (!now) cancel.reset()
        onOpenChange(now)
      }}
      title={t("cancel.title")}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t("cancel.keep")}
          </Button>
          <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {t("cancel.confirm")}
          </Button>
        </div>
      }
    >
      <p>{t("cancel.text", { orderId })}</p>
      <p className="mt-3">
        {paymentStatus === "paid" && totalAmount
          ? t("cancel.paid", { amount: formatRupees(totalAmount) })
          : t("cancel.unpaid")}
      </p>
      {cancel.error && (
        <div className="mt-4">
          <Notice tone="danger" announce>
            {errorText(cancel.error, t("cancel.failed"))}
          </Notice>
        </div>
      )}
    </Dialog>
  )
}
