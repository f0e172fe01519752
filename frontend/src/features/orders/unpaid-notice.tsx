import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { lazyDialog } from "@/components/lazy-with-retry"
import { Link } from "@/components/link"
import { Notice } from "@/components/notice"
import { useLineTitle } from "@/components/option-notes"
import { callCart } from "@/features/cart/queries"
import { useCheckoutStore } from "@/features/checkout/checkout-store"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { api } from "@/lib/api"
import { cx } from "@/lib/cx"
import { headersOf } from "@/lib/order-access"
import { toast } from "@/lib/toast"
import { notifyOtherTabs } from "@/stores/cart"
import { addressOf, type UnpaidOrder } from "@/stores/unpaid-orders"
import { HoldNote } from "./hold-note"
import { PayAgain } from "./pay-again"
import { useLiveOrder } from "./queries"

const CancelDialog = lazyDialog(() => import("./cancel-dialog"), "CancelDialog")

const textLink =
  "inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-deep"

/** An order of the shopper's own that waits for payment: pay it, change it, or cancel it. */
export function UnpaidNotice({ order, secret, placing }: UnpaidOrder) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const lineTitle = useLineTitle()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [cancelling, setCancelling] = useState(false)
  const { orderId } = order
  useLiveOrder(orderId, secret)
  const refetch = () => void client.invalidateQueries({ queryKey: ["me"] })
  const mutationKey = ["change", orderId]
  const change = useMutation({
    mutationKey,
    scope: { id: "cart" },
    mutationFn: async () => {
      const proof = { ...headersOf(secret), ...(placing && { "X-Order-Placing": placing }) }
      await callCart((headers) =>
        api.POST("/api/cart/lines/unpaid", { body: { orderId }, headers: { ...headers, ...proof } }),
      )
      notifyOtherTabs()
    },
    onSuccess: () => {
      useCheckoutStore.getState().forgetOrder(orderId)
      refetch()
      toast.success(t("unpaid.changed"))
      void navigate("/cart")
    },
    onError: (error) => {
      toast.error(errorText(error, t("unpaid.changeFailed")))
      refetch()
    },
  })
  // A double click is faster than the next render.
  const changeOnce = () => {
    if (client.isMutating({ mutationKey }) === 0) change.mutate()
  }
  return (
    <section aria-label={t("unpaid.title", { orderId })}>
      <Notice tone="warning" title={t("unpaid.title", { orderId })}>
        <p>
          {order.items
            .map(({ title, quantity, customization }) => `${lineTitle(title, customization)} × ${quantity}`)
            .join(", ")}
        </p>
        {order.payBy && <HoldNote heldUntil={order.heldUntil} payBy={order.payBy} />}
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
          <PayAgain order={order} secret={secret} linkKey={secret?.value} />
          <Button variant="secondary" busy={change.isPending} onClick={changeOnce}>
            {t("unpaid.change")}
          </Button>
          <div className="flex gap-x-4">
            <button
              type="button"
              disabled={change.isPending}
              onClick={() => setCancelling(true)}
              className={cx(textLink, "locked:cursor-not-allowed locked:text-ink-faint")}
            >
              {t("unpaid.cancel")}
            </button>
            <Link to={addressOf(orderId, secret)} className={textLink}>
              {t("unpaid.see")}
            </Link>
          </div>
        </div>
      </Notice>
      <CancelDialog
        order={order}
        secret={secret}
        placing={placing}
        open={cancelling}
        onOpenChange={setCancelling}
      />
    </section>
  )
}
