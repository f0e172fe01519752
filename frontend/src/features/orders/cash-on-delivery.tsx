import { useMutation, useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { CashCodeForm } from "@/components/cash-code-form"
import { TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { api, unwrap } from "@/lib/api"
import { cashOfferQuery, chooseCash, confirmCash, sendCashCode } from "@/lib/cash"
import { formatRupees } from "@/lib/money"
import { headersOf, type Secret } from "@/lib/order-access"
import { toast } from "@/lib/toast"
import { Part } from "./part"
import type { WholeOrder } from "./queries"
import { isUpiId } from "./upi-id"

type CashProps = { order: WholeOrder; secret: Secret | null }

/** Cash on delivery of an order: its code, what to pay to the courier, and where a refund goes. */
export function CashOnDelivery({ order, secret }: CashProps) {
  const { t } = useTranslation("cash")
  const cash = order.cashOnDelivery
  if (!cash || cash.status === "cancelled" || cash.status === "refused") {
    return order.canPay && order.view === "owner" ? <PayCourierInstead order={order} secret={secret} /> : null
  }
  return (
    <Part title={t("page.title")}>
      {cash.status === "chosen" && <p>{t("page.waiting")}</p>}
      {cash.status === "confirmed" && (
        <p className="font-medium">{t("page.toCollect", { amount: formatRupees(cash.toCollect) })}</p>
      )}
      {cash.status === "collected" && <p>{t("page.collected")}</p>}
      {cash.fee > 0 && (
        <p className="mt-1 text-ink-soft text-sm">{t("page.fee", { amount: formatRupees(cash.fee) })}</p>
      )}
      {cash.status === "chosen" && order.view === "owner" && <EnterCode order={order} secret={secret} />}
      {cash.status === "collected" && (cash.needsPayTo || cash.payTo !== "") && order.view === "owner" && (
        <PayTo key={cash.payTo} order={order} secret={secret} known={cash.payTo} />
      )}
    </Part>
  )
}

function EnterCode({ order, secret }: CashProps) {
  const { t } = useTranslation("cash")
  const errorText = useErrorText()
  const headers = headersOf(secret)
  const { orderId } = order
  const send = useMutation({
    retry: false,
    mutationFn: () => chooseCash(orderId, order.totalAmount, headers),
    onError: (error) => toast.error(errorText(error, t("code.sendFailed"))),
  })
  if (!send.data) {
    return (
      <Button variant="secondary" className="mt-4" busy={send.isPending} onClick={() => send.mutate()}>
        {t("page.sendCode")}
      </Button>
    )
  }
  return (
    <div className="mt-4 space-y-4">
      <p className="text-ink-soft text-sm">
        {t("code.text", { email: send.data.sentTo, amount: formatRupees(send.data.totalAmount) })}
      </p>
      <CashCodeForm
        confirm={(code) => confirmCash(orderId, code, headers)}
        resend={() => sendCashCode(orderId, headers)}
        // The page is live: it shows the confirmed order by itself.
        onConfirmed={() => {}}
      />
    </div>
  )
}

/** For an unpaid order: the courier may be paid, where that is offered. */
function PayCourierInstead({ order, secret }: CashProps) {
  const { t } = useTranslation("cash")
  const errorText = useErrorText()
  const { totalAmount, shippingAddress } = order
  const offer = useQuery(cashOfferQuery(totalAmount, shippingAddress.pincode))
  const fee = offer.data?.fee ?? 0
  const choose = useMutation({
    retry: false,
    mutationFn: () => chooseCash(order.orderId, totalAmount + fee, headersOf(secret)),
    onError: (error) => {
      toast.error(errorText(error, t("page.failed")))
      // The shop may ask another fee by now, or offer it no more.
      void offer.refetch()
    },
  })
  if (offer.data?.refusal !== null) return null
  return (
    <Part title={t("page.title")}>
      <Button variant="secondary" busy={choose.isPending} onClick={() => choose.mutate()}>
        {fee > 0 ? t("page.insteadFee", { amount: formatRupees(fee) }) : t("page.instead")}
      </Button>
    </Part>
  )
}

/** The UPI id that refunds go to. */
function PayTo({ order, secret, known }: CashProps & { known: string }) {
  const { t } = useTranslation("cash")
  const errorText = useErrorText()
  const [payTo, setPayTo] = useState(known)
  const [tried, setTried] = useState(false)
  const save = useMutation({
    retry: false,
    mutationFn: () =>
      unwrap(
        api.PUT("/api/orders/{order_id}/cash-on-delivery/pay-to", {
          params: { path: { order_id: order.orderId } },
          headers: headersOf(secret),
          body: { payTo: payTo.trim() },
        }),
      ),
    onSuccess: () => toast.success(t("payTo.saved")),
  })
  const wrong = !isUpiId(payTo.trim())

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (wrong) focusFirstError(event.currentTarget)
    else if (!save.isPending) save.mutate()
  }

  const refused = save.error ? errorText(save.error, t("payTo.failed")) : undefined
  return (
    <form noValidate onSubmit={submit} className="mt-5 space-y-3">
      <h3 className="font-medium">{t("payTo.title")}</h3>
      <p className="text-ink-soft text-sm">{t("payTo.text")}</p>
      <TextField
        label={t("payTo.label")}
        hint={t("payTo.hint")}
        value={payTo}
        maxLength={129}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setPayTo(event.target.value)}
        error={tried && wrong ? t("payTo.invalid") : refused}
      />
      <Button type="submit" variant="secondary" busy={save.isPending} disabled={payTo.trim() === known}>
        {t("payTo.save")}
      </Button>
    </form>
  )
}
