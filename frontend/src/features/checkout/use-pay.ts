import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { useNavigate } from "react-router-dom"
import { useErrorText } from "@/i18n/error-text"
import { ApiError, type Schemas } from "@/lib/api"
import type { CashOrder } from "@/lib/cash"
import type { OpenedPayment } from "@/lib/last-payment"
import { toast } from "@/lib/toast"
import type { Quote } from "@/lib/types"
import { useSession } from "@/stores/session"
import { useCheckoutStore } from "./checkout-store"
import { type Details, fieldOf } from "./details"
import { orderAndPay, orderWithCash, type PlacedOrder, payKey } from "./pay"
import { choosable } from "./payment-start-error"

/** Timeout of the redirect to the provider: then the button is unlocked, and a retry reuses the same payment. */
const GIVE_UP_LEAVING_MS = 20_000

type Attempt = {
  details: Details
  amount: number
  discountCode: string
  /** Fee for paying the courier; null: it is paid online. */
  cashFee: number | null
}

type Sent = { attempt: Attempt; signal: AbortSignal }

type Options = {
  items: readonly Schemas["ItemIn"][]
  fromCart: boolean
  onQuoteAgain: () => void
  /** Called when an order that costs nothing is placed; its page opens. */
  onPlaced?: () => void
  /** Called with the field errors of the server. */
  onRefused: (fields: Partial<Details>) => void
}

/** A conflicting price to be confirmed by the shopper; `why` is an optional reason. */
export type Change = { attempt: Attempt; quote: Quote; why: string }

/** Submit the payment once: the button is locked meanwhile, and retries are idempotent. */
export function usePay({ items, fromCart, onQuoteAgain, onPlaced, onRefused }: Options) {
  const navigate = useNavigate()
  const errorText = useErrorText()
  const client = useQueryClient()
  const setDiscountCode = useCheckoutStore((checkout) => checkout.setDiscountCode)
  const loggedIn = useSession((state) => state.session !== null)
  const [leaving, setLeaving] = useState(false)
  // The new quote to be confirmed, as the one shown is stale.
  const [change, setChange] = useState<Change | null>(null)
  // The order whose code is on the way.
  const [cashOrder, setCashOrder] = useState<CashOrder | null>(null)
  // A ref, not state: a double click is faster than the next render.
  const locked = useRef(false)

  const running = useRef<AbortController | null>(null)

  const mutation = useMutation({
    mutationKey: payKey,
    mutationFn: ({
      attempt: { cashFee, ...attempt },
      signal,
    }: Sent): Promise<OpenedPayment | CashOrder | PlacedOrder> => {
      const request = { items, fromCart, ...attempt, loggedIn }
      return cashFee === null ? orderAndPay(request, signal) : orderWithCash(request, cashFee, signal)
    },
    onSuccess: (paid, { signal }) => {
      if (signal.aborted) return
      if ("orderPath" in paid) {
        useCheckoutStore.getState().clearIntent()
        setDiscountCode("")
        onPlaced?.()
        void navigate(paid.orderPath, { state: { placedFree: true } })
        return
      }
      if (!("paymentUrl" in paid)) {
        locked.current = false
        setCashOrder(paid)
        return
      }
      setLeaving(true)
      toast.success(paid.message)
      window.location.assign(paid.paymentUrl)
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

  /** Cancel the attempt: an order created already stays unpaid until it is paid or expires. */
  function stop() {
    running.current?.abort()
    if (leaving) window.stop()
    locked.current = false
    setLeaving(false)
    mutation.reset()
  }

  // Going back from the provider's page may restore this page from the back/forward cache.
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
    // Refetch the quote on the page; the payment uses the confirmed amount.
    onQuoteAgain()
  }

  return {
    pay,
    stop,
    busy: mutation.isPending || leaving,
    error: change ? null : mutation.error,
    change,
    cashOrder,
    /** Go on with the payment step: the order is paid online. */
    leaveCash() {
      setCashOrder(null)
      mutation.reset()
      // The discount code may have ended meanwhile.
      onQuoteAgain()
    },
    accept() {
      if (!change) return
      settleChange()
      pay({ ...change.attempt, amount: change.quote.totalAmount })
    },
    /** Forget the error, and price the items anew. */
    tryAgain() {
      mutation.reset()
      onQuoteAgain()
    },
    decline() {
      settleChange()
      mutation.reset()
    },
  }
}
