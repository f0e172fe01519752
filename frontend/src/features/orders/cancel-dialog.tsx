import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { ErrorNotice } from "@/components/error-notice"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { Secret } from "@/lib/order-access"
import type { Order } from "./queries"
import { useCancelOrder } from "./use-cancel-order"

type CancelDialogProps = {
  order: Order
  secret: Secret | null
  /** The proof that this browser placed the unpaid order of a guest. */
  placing?: string | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Confirm the cancellation, with what happens to the payment. */
export function CancelDialog({ order, secret, placing, open, onOpenChange }: CancelDialogProps) {
  const { t } = useTranslation("orders")
  const { orderId, paymentStatus, totalAmount } = order
  const cancel = useCancelOrder({ orderId, secret, placing: placing ?? null }, () => onOpenChange(false))
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
      <ErrorNotice className="mt-4" error={cancel.error} fallback={t("cancel.failed")} />
    </Dialog>
  )
}
