import { useMutation, useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { Button } from "@/components/button"
import { CashCodeForm } from "@/components/cash-code-form"
import { CashPriceChange } from "@/components/cash-price-change"
import { useSentCode } from "@/components/code-entry"
import { TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { api, unwrap } from "@/lib/api"
import { cashOfferQuery, chooseCash, confirmCash, newTotal, sendCashCode } from "@/lib/cash"
import { formatRupees } from "@/lib/money"
import { headersOf, ofOrder, type Secret } from "@/lib/order-access"
import { toast } from "@/lib/toast"
import { EnterCode } from "./code-steps"
import { Part } from "./part"
import { sendPayoutCode } from "./payout-code"
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
      {cash.status === "chosen" && order.view === "owner" && <ConfirmByCode order={order} secret={secret} />}
      {cash.status === "collected" && (cash.needsPayTo || cash.payTo !== "") && order.view === "owner" && (
        <PayTo key={cash.payTo} order={order} secret={secret} known={cash.payTo} />
      )}
    </Part>
  )
}

function ConfirmByCode({ order, secret }: CashProps) {
  const { t } = useTranslation("cash")
  const errorText = useErrorText()
  const headers = headersOf(secret)
  const { orderId } = order
  const send = useMutation({
    mutationFn: (amount: number) => chooseCash(orderId, amount, headers),
    onError: (error) => newTotal(error) ?? toast.error(errorText(error, t("code.sendFailed"))),
  })
  const now = newTotal(send.error)
  if (now !== null) {
    return (
      <div className="mt-4">
        <CashPriceChange
          error={send.error}
          before={order.totalAmount}
          now={now}
          onAccept={() => send.mutate(now)}
          onDecline={send.reset}
        />
      </div>
    )
  }
  if (!send.data) {
    return (
      <Button
        variant="secondary"
        className="mt-4"
        busy={send.isPending}
        onClick={() => send.mutate(order.totalAmount)}
      >
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
        total={send.data.totalAmount}
        confirm={(code, amount) => confirmCash(orderId, code, amount, headers)}
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
    mutationFn: (amount: number) => chooseCash(order.orderId, amount, headersOf(secret)),
    onError: (error) => {
      if (newTotal(error) === null) toast.error(errorText(error, t("page.failed")))
      // The shop may ask another fee by now, or offer it no more.
      void offer.refetch()
    },
  })
  if (offer.data?.refusal !== null) return null
  const total = totalAmount + fee
  const now = newTotal(choose.error)
  return (
    <Part title={t("page.title")}>
      {now === null ? (
        <Button variant="secondary" busy={choose.isPending} onClick={() => choose.mutate(total)}>
          {fee > 0 ? t("page.insteadFee", { amount: formatRupees(fee) }) : t("page.instead")}
        </Button>
      ) : (
        <CashPriceChange
          error={choose.error}
          before={total}
          now={now}
          onAccept={() => choose.mutate(now)}
          onDecline={choose.reset}
        />
      )}
    </Part>
  )
}

/** The UPI ID that refunds go to: given once, with a code to the order's address. */
function PayTo({ order, secret, known }: CashProps & { known: string }) {
  const { t } = useTranslation("cash")
  return (
    <div className="mt-5 space-y-3">
      <h3 className="font-medium">{t("payTo.title")}</h3>
      {known === "" ? (
        <GivePayTo order={order} secret={secret} />
      ) : (
        <>
          <p className="wrap-anywhere">{t("payTo.known", { payTo: known })}</p>
          <p className="text-ink-soft text-sm">
            {t("payTo.wrong")}{" "}
            <Link to={`/contact?order=${order.orderId}`} className="text-accent underline underline-offset-4">
              {t("payTo.write")}
            </Link>
          </p>
        </>
      )}
    </div>
  )
}

function GivePayTo({ order, secret }: CashProps) {
  const { t } = useTranslation("cash")
  const errorText = useErrorText()
  const [typed, setTyped] = useState("")
  const [tried, setTried] = useState(false)
  const sent = useSentCode(() => sendPayoutCode(order.orderId, secret))
  const { sentAt, send, reset } = sent
  const payTo = typed.trim()
  const wrong = !isUpiId(payTo)

  async function save(code: string) {
    await unwrap(
      api.PUT("/api/orders/{order_id}/cash-on-delivery/pay-to", {
        ...ofOrder(order.orderId, secret),
        body: { payTo, code },
      }),
    )
    // The page is live: it shows the saved one by itself.
    toast.success(t("payTo.saved"))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (wrong) focusFirstError(event.currentTarget)
    else if (!send.isPending) send.mutate()
  }

  if (sentAt !== null) {
    return (
      <>
        <p className="wrap-anywhere text-sm">
          {t("payTo.codeText", { payTo, email: order.shippingAddress.email })}
        </p>
        <EnterCode check={save} sent={sent} checkLabel={t("payTo.save")} />
        <Button variant="quiet" size="sm" className="-ml-3.5" onClick={reset}>
          {t("payTo.change")}
        </Button>
      </>
    )
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-3">
      <p className="text-ink-soft text-sm">{t("payTo.text")}</p>
      <TextField
        label={t("payTo.label")}
        hint={t("payTo.hint")}
        value={typed}
        maxLength={129}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        error={
          tried && wrong
            ? t("payTo.invalid")
            : send.error
              ? errorText(send.error, t("code.sendFailed"))
              : undefined
        }
      />
      <Button type="submit" variant="secondary" busy={send.isPending}>
        {t("payTo.continue")}
      </Button>
    </form>
  )
}
