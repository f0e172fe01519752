import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError, type Schemas } from "@/lib/api"
import { toast } from "@/lib/toast"
import type { Quote } from "@/lib/types"
import { useSession } from "@/stores/session"
import { useCheckoutStore } from "./checkout-store"
import { type Details, fieldOf } from "./details"
import { orderAndPay, payKey } from "./pay"
import { choosable } from "./problem"

/** The provider's page has not come: the shopper may press again, which takes up the same payment. */
const GIVE_UP_LEAVING_MS = 20_000

type Attempt = { details: Details; amount: number; discountCode: string }

type Sent = { attempt: Attempt; signal: AbortSignal }

type Options = {
  items: readonly Schemas["ItemIn"][]
  fromCart: boolean
  onQuoteAgain: () => void
  /** The server does not accept these fields of the form. */
  onRefused: (fields: Partial<Details>) => void
}

/** Another price than the shopper saw; `why` says more than that it has changed. */
export type Change = { attempt: Attempt; quote: Quote; why: string }

/** Pay once: the button locks, and what is sent again is the same order and the same payment. */
export function usePay({ items, fromCart, onQuoteAgain, onRefused }: Options) {
  const { t } = useTranslation("checkout")
  const errorText = useErrorText()
  const client = useQueryClient()
  const setDiscountCode = useCheckoutStore((checkout) => checkout.setDiscountCode)
  const loggedIn = useSession((state) => state.session !== null)
  const [leaving, setLeaving] = useState(false)
  // The quote the shopper is asked to agree to, since the one they saw no longer holds.
  const [change, setChange] = useState<Change | null>(null)
  // A ref, not state: a double click is faster than the next render.
  const locked = useRef(false)

  const running = useRef<AbortController | null>(null)

  const mutation = useMutation({
    mutationKey: payKey,
    // A twin of a slow request would be answered from its key, but nobody may be asked to send one.
    retry: false,
    mutationFn: ({ attempt, signal }: Sent) => orderAndPay({ items, fromCart, ...attempt, loggedIn }, signal),
    onSuccess: (paymentUrl, { signal }) => {
      if (signal.aborted) return
      setLeaving(true)
      toast.success(t("pay.redirecting"))
      window.location.assign(paymentUrl)
    },
    onError: (error, { attempt, signal }) => {
      if (signal.aborted) return
      locked.current = false
      if (!(error instanceof ApiError)) return
      if (error.code === "PRICE_CHANGED" && error.data) {
        setChange({ attempt, quote: error.data as Quote, why: "" })
      } else if (error.code.startsWith("DISCOUNT_") && error.data) {
        const without = { ...attempt, discountCode: "" }
        setChange({ attempt: without, quote: error.data as Quote, why: errorText(error) })
      } else if (error.code === "VALIDATION") {
        const fields: Partial<Details> = {}
        for (const [path, text] of Object.entries(error.errors)) {
          const field = fieldOf(path)
          if (field) fields[field] = text
        }
        if (Object.keys(fields).length > 0) onRefused(fields)
      } else if (choosable(error)) {
        void client.invalidateQueries({ queryKey: ["product"] })
      }
    },
  })

  function pay(attempt: Attempt) {
    if (locked.current) return
    locked.current = true
    running.current = new AbortController()
    mutation.mutate({ attempt, signal: running.current.signal })
  }

  /** Stay here whatever the server answers: an order it has made waits, unpaid, until it is paid or lapses. */
  function stop() {
    running.current?.abort()
    if (leaving) window.stop()
    locked.current = false
    setLeaving(false)
    mutation.reset()
  }

  // Back from the provider's page, the browser may show this page as it was left.
  useEffect(() => {
    const unlock = () => {
      locked.current = false
      setLeaving(false)
    }
    const shown = (event: PageTransitionEvent) => event.persisted && unlock()
    window.addEventListener("pageshow", shown)
    const timer = leaving ? window.setTimeout(unlock, GIVE_UP_LEAVING_MS) : 0
    return () => {
      window.removeEventListener("pageshow", shown)
      window.clearTimeout(timer)
    }
  }, [leaving])

  const settleChange = () => {
    if (change?.why) setDiscountCode("")
    setChange(null)
    // The figures on the screen follow; what is agreed to is what was shown.
    onQuoteAgain()
  }

  return {
    pay,
    stop,
    busy: mutation.isPending || leaving,
    error: change ? null : mutation.error,
    change,
    accept() {
      if (!change) return
      settleChange()
      pay({ ...change.attempt, amount: change.quote.totalAmount })
    },
    decline() {
      settleChange()
      mutation.reset()
    },
  }
}
