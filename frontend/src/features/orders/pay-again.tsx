import { useMutation } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { newIdempotencyKey } from "@/lib/api"
import { openPayment } from "@/lib/last-payment"
import { formatRupees } from "@/lib/money"
import { headersOf, type Secret } from "@/lib/order-access"
import { toast } from "@/lib/toast"
import type { Order } from "./queries"

type PayAgainProps = { order: Order; secret: Secret | null; linkKey?: string }

/** Pay for an unpaid order: same order, stock hold and price. */
export function PayAgain({ order, secret, linkKey }: PayAgainProps) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  // Kept over retries: pressing again after a failure is the same intent.
  const [key] = useState(newIdempotencyKey)
  const [leaving, setLeaving] = useState(false)
  const { orderId, totalAmount } = order
  const pay = useMutation({
    retry: false,
    mutationFn: () =>
      openPayment(orderId, totalAmount ?? 0, key, { key: linkKey, headers: headersOf(secret) }),
    onSuccess: ({ paymentUrl }) => {
      setLeaving(true)
      window.location.assign(paymentUrl)
    },
    onError: (error) => toast.error(errorText(error, t("pay.failed"))),
  })
  // Going back from the provider's page may restore this page from the back/forward cache.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener("pageshow", shown)
    return () => window.removeEventListener("pageshow", shown)
  }, [])
  return (
    <Button busy={pay.isPending || leaving} onClick={() => pay.mutate()}>
      {totalAmount === null ? t("pay.now") : t("pay.amount", { amount: formatRupees(totalAmount) })}
    </Button>
  )
}
