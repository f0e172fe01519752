import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Lock } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError, type Schemas } from "@/lib/api"
import { isIndianState } from "@/lib/indian-states"
import { formatRupees } from "@/lib/money"
import { toast } from "@/lib/toast"
import type { Quote } from "@/lib/types"
import { useSession } from "@/stores/session"
import { type Details, fieldOf } from "./details"
import { OrderSummary } from "./order-summary"
import { orderAndPay, payKey } from "./pay"
import { PriceChange } from "./price-change"
import { choosable, Problem } from "./problem"
import { StepFooter } from "./step-footer"

type PaymentStepProps = {
  items: readonly Schemas["ItemIn"][]
  /** They lie in the cart, and leave it when they have become an order. */
  fromCart: boolean
  details: Details
  quote: Quote | undefined
  stale: boolean
  quoteError: unknown
  onQuoteAgain: () => void
  /** Where another choice is made, and what that is called. */
  onChoose: () => void
  chooseLabel: string
  onBack: () => void
  /** The server does not accept these fields of the form. */
  onRefused: (fields: Partial<Details>) => void
}

export function PaymentStep(props: PaymentStepProps) {
  const { items, fromCart, details, quote, stale, quoteError } = props
  const { onQuoteAgain, onChoose, chooseLabel, onBack, onRefused } = props
  const { t } = useTranslation("checkout")
  const errorText = useErrorText()
  const client = useQueryClient()
  const loggedIn = useSession((session) => session.token !== null)
  const [leaving, setLeaving] = useState(false)
  // The quote the shopper is asked to agree to, since the one they saw no longer holds.
  const [change, setChange] = useState<{ before: number; quote: Quote } | null>(null)

  const pay = useMutation({
    mutationKey: payKey,
    // A twin of a slow request would be answered from its key, but nobody may be asked to send one.
    retry: false,
    mutationFn: (amount: number) => orderAndPay({ items, fromCart, details, amount, loggedIn }),
    onSuccess: (paymentUrl) => {
      setLeaving(true)
      toast.success(t("pay.redirecting"))
      window.location.assign(paymentUrl)
    },
    onError: (error, amount) => {
      if (!(error instanceof ApiError)) return
      if (error.code === "PRICE_CHANGED" && error.data) {
        setChange({ before: amount, quote: error.data as Quote })
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

  // Locked at once, not with the next picture: a double click is faster than that.
  const locked = useRef(false)
  function payOnce(amount: number) {
    if (locked.current) return
    locked.current = true
    pay.mutate(amount, {
      onError: () => {
        locked.current = false
      },
    })
  }

  // Back from the provider's page, the browser may show this page as it was left.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      locked.current = false
      setLeaving(false)
    }
    window.addEventListener("pageshow", shown)
    return () => window.removeEventListener("pageshow", shown)
  }, [])

  if (change) {
    return (
      <PriceChange
        before={change.before}
        quote={change.quote}
        onAccept={() => {
          setChange(null)
          // The figures on the screen follow; what is agreed to is what was shown.
          onQuoteAgain()
          payOnce(change.quote.totalAmount)
        }}
        onDecline={() => {
          setChange(null)
          pay.reset()
          onQuoteAgain()
        }}
      />
    )
  }

  const busy = pay.isPending || leaving
  const otherChoice = choosable(pay.error) || choosable(quoteError)
  const state = isIndianState(details.state) ? t(`states.${details.state}`) : details.state
  const name = `${details.firstName} ${details.lastName}`
  return (
    <>
      {quote ? (
        <OrderSummary quote={quote} stale={stale} />
      ) : quoteError ? (
        <Notice tone="warning" announce>
          {errorText(quoteError)}
        </Notice>
      ) : (
        <Skeleton className="h-44 w-full" />
      )}

      <section aria-labelledby="delivery-to" className="flex items-start justify-between gap-4">
        <div className="min-w-0 text-sm">
          <h3 id="delivery-to" className="font-medium font-text text-base tracking-normal">
            {t("pay.to")}
          </h3>
          <p className="mt-1">{name}</p>
          <p className="text-ink-soft">
            {details.street}, {details.city}, {state} {details.pincode}
          </p>
          <p className="text-ink-soft">
            {details.email} · {details.phone}
          </p>
        </div>
        <Button variant="quiet" size="sm" disabled={busy} onClick={onBack}>
          {t("pay.edit")}
        </Button>
      </section>

      <p className="flex gap-3 text-ink-soft text-sm">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {t("pay.where")}
      </p>

      {pay.error && !busy && <Problem error={pay.error} />}

      <StepFooter>
        <div className="flex justify-between gap-4">
          <Button variant="quiet" disabled={busy} onClick={otherChoice ? onChoose : onBack}>
            {otherChoice ? chooseLabel : t("back")}
          </Button>
          <Button
            busy={busy}
            disabled={!quote || stale || otherChoice || Boolean(quoteError)}
            onClick={() => quote && payOnce(quote.totalAmount)}
          >
            {busy
              ? t("pay.opening")
              : t("pay.button", { amount: quote ? formatRupees(quote.totalAmount) : "…" })}
          </Button>
        </div>
      </StepFooter>
    </>
  )
}
