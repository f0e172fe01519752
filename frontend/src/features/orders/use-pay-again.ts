import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { openPayment } from "@/lib/last-payment"
import { formatRupees } from "@/lib/money"
import { headersOf, readAccess, type Secret } from "@/lib/order-access"
import { toast } from "@/lib/toast"
import { useOpenPayment } from "@/lib/use-open-payment"
import { isHoldRefused, placingHeader } from "@/stores/unpaid-orders"
import type { Order } from "./queries"

export type PayAgainProps = {
  order: Pick<Order, "orderId" | "totalAmount">
  secret: Secret | null
  linkKey?: string
}

/** Open the payment page of an unpaid order; `refusal` is why no more can be set aside, other errors are toasts. */
export function usePayAgain({ order, secret, linkKey }: PayAgainProps) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const { orderId, totalAmount } = order
  const { pay, busy, error } = useOpenPayment(
    (key) =>
      openPayment(orderId, totalAmount ?? 0, key, {
        key: linkKey,
        headers: { ...headersOf(secret), ...headersOf(readAccess(orderId)), ...placingHeader() },
      }),
    (error) => {
      if (!isHoldRefused(error)) toast.error(errorText(error, t("pay.failed")))
    },
  )
  return {
    pay,
    busy,
    refusal: isHoldRefused(error) ? error : null,
    label: totalAmount === null ? t("pay.now") : t("pay.amount", { amount: formatRupees(totalAmount) }),
  }
}
