import { useMutation } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { newIdempotencyKey } from "@/lib/api"
import { openPayment } from "@/lib/last-payment"
import { formatRupees } from "@/lib/money"
import { headersOf, readAccess, type Secret } from "@/lib/order-access"
import { toast } from "@/lib/toast"
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
  // Kept over retries: pressing again after a failure is the same intent.
  const [key] = useState(newIdempotencyKey)
  const [leaving, setLeaving] = useState(false)
  const { orderId, totalAmount } = order
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      openPayment(orderId, totalAmount ?? 0, key, {
        key: linkKey,
        headers: { ...headersOf(secret), ...headersOf(readAccess(orderId)), ...placingHeader() },
      }),
    onSuccess: ({ paymentUrl }) => {
      setLeaving(true)
      window.location.assign(paymentUrl)
    },
    onError: (error) => {
      if (!isHoldRefused(error)) toast.error(errorText(error, t("pay.failed")))
    },
  })
  // Going back from the provider's page may restore this page from the back/forward cache.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener("pageshow", shown)
    return () => window.removeEventListener("pageshow", shown)
  }, [])
  return {
    pay: () => mutate(),
    busy: isPending || leaving,
    refusal: isHoldRefused(error) ? error : null,
    label: totalAmount === null ? t("pay.now") : t("pay.amount", { amount: formatRupees(totalAmount) }),
  }
}
