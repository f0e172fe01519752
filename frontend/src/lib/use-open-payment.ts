import { useMutation } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { newIdempotencyKey } from "./api"
import type { OpenedPayment } from "./last-payment"

/** Open the payment page of an order; the button stays busy while the browser leaves for it. */
export function useOpenPayment(
  open: (key: string) => Promise<OpenedPayment>,
  onError: (error: Error) => void,
) {
  // Kept over retries: pressing again after a failure is the same intent.
  const [key] = useState(newIdempotencyKey)
  const [leaving, setLeaving] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => open(key),
    onSuccess: ({ paymentUrl }) => {
      setLeaving(true)
      window.location.assign(paymentUrl)
    },
    onError,
  })
  // Going back from the provider's page may restore this page from the back/forward cache.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener("pageshow", shown)
    return () => window.removeEventListener("pageshow", shown)
  }, [])
  return { pay: () => mutate(), busy: isPending || leaving, error }
}
