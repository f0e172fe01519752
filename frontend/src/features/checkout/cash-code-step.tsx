import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { CashCodeForm } from "@/components/cash-code-form"
import { useTranslation } from "@/i18n"
import { type CashOrder, confirmCash, sendCashCode, withdrawCash } from "@/lib/cash"
import { formatRupees } from "@/lib/money"
import { storeAccess } from "@/lib/order-access"
import { useAction } from "@/lib/use-action"
import { useCheckoutStore } from "./checkout-store"
import { orderPath } from "./pay"

type CashCodeStepProps = {
  order: CashOrder
  /** The order is placed; its page opens. */
  onPlaced?: () => void
  /** The shopper pays online instead; the fee is off again. */
  onOnline: () => void
}

/** The last step of an order that is paid to the courier: the code from the mail. */
export function CashCodeStep({ order, onPlaced, onOnline }: CashCodeStepProps) {
  const { t } = useTranslation("cash")
  const navigate = useNavigate()
  const { orderId, headers } = order
  function openOrder() {
    const { intent, clearIntent } = useCheckoutStore.getState()
    clearIntent()
    onPlaced?.()
    void navigate(orderPath(orderId, intent?.orderLink))
  }
  const withdrawing = useAction({
    act: () => withdrawCash(orderId, headers),
    onDone: onOnline,
    failed: t("page.failed"),
  })
  return (
    <section aria-labelledby="cash-code" className="space-y-5">
      <div>
        <h3 id="cash-code" className="text-xl">
          {t("code.title")}
        </h3>
        <p className="mt-2 max-w-prose text-ink-soft">
          {t("code.text", { email: order.sentTo, amount: formatRupees(order.totalAmount) })}
        </p>
      </div>
      <CashCodeForm
        total={order.totalAmount}
        confirm={async (code, amount) => {
          const { accessToken } = await confirmCash(orderId, code, amount, headers)
          // The code proved the address: a guest sees the whole order.
          if (accessToken) storeAccess([orderId], accessToken)
        }}
        resend={() => sendCashCode(orderId, headers)}
        onConfirmed={openOrder}
        onDeclined={withdrawing.mutate}
      />
      <Button variant="quiet" busy={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
        {t("code.online")}
      </Button>
    </section>
  )
}
