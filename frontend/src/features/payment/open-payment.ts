import { useMutation } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { newIdempotencyKey } from "@/lib/api"
import { openPayment } from "@/lib/last-payment"
import type { PaymentStatus } from "@/lib/payment-status"
import { toast } from "@/lib/toast"

/** Go to the provider's page for the order of this payment: the open one if there is one, else a new one. */
export function useOpenPayment({ orderId, amount, transactionId }: PaymentStatus): {
  busy: boolean
  start: () => void
} {
  const { t } = useTranslation("payment")
  const errorText = useErrorText()
  // Kept over retries: pressing again after a failure is the same intent.
  const [key] = useState(newIdempotencyKey)
  const [leaving, setLeaving] = useState(false)
  const open = useMutation({
    mutationFn: () => openPayment(orderId, amount, key, { transactionId }),
    onSuccess: ({ paymentUrl }) => {
      setLeaving(true)
      window.location.assign(paymentUrl)
    },
    onError: (error) => toast.error(errorText(error, t("failed.retryFailed"))),
  })
  // Going back from the provider's page may restore this page from the back/forward cache.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener("pageshow", shown)
    return () => window.removeEventListener("pageshow", shown)
  }, [])
  return { busy: open.isPending || leaving, start: () => open.mutate() }
}
