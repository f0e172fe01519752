import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { useNavigate, useSearchParams } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { OrderSteps } from "@/components/order-steps"
import { PageHead } from "@/components/page-head"
import { PieceList } from "@/components/piece-list"
import { SupportLink } from "@/components/support-link"
import { WithOrderId } from "@/components/with-order-id"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError, type Schemas } from "@/lib/api"
import { lastPayment } from "@/lib/last-payment"
import { useTopic } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import { isUnknown, paymentQuery, shownOutcome } from "@/lib/payment-status"
import { formatDay } from "@/lib/time"
import { isOrderId, typedId } from "@/lib/typed-id"
import { verbatim } from "@/lib/verbatim"
import { useOrderLink } from "@/stores/order-link"
import { progressOf } from "./progress"
import { OrderStatus } from "./status"

/** A payment by its transaction id, which is in the URL, so that the page can be bookmarked and shared. */
export function Component() {
  const { t } = useTranslation("orders")
  const [search, setSearch] = useSearchParams()
  const transactionId = (search.get("transactionId") ?? "").trim()
  return (
    <div className="page max-w-3xl py-10 sm:py-14">
      <PageHead title={t("transaction.title")} />
      <h1 className="text-3xl">{t("transaction.title")}</h1>
      <p className="mt-3 text-ink-soft">{t("transaction.lead")}</p>
      <Lookup
        key={transactionId}
        transactionId={transactionId}
        onLookUp={(id) => setSearch(id ? { transactionId: id } : {})}
      />
    </div>
  )
}

type LookupProps = { transactionId: string; onLookUp: (id: string) => void }

function Lookup({ transactionId, onLookUp }: LookupProps) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(transactionId || (lastPayment()?.transactionId ?? ""))
  const [blank, setBlank] = useState(false)
  const query = paymentQuery(transactionId)
  const payment = useQuery({ ...query, enabled: transactionId !== "" })
  useTopic(payment.data ? `payment:${transactionId}` : null, query)
  const loading = payment.isFetching && !payment.data

  function submit(event: FormEvent) {
    event.preventDefault()
    const id = typedId(typed)
    setBlank(id === "")
    if (id === "" || loading) return
    if (isOrderId(id)) {
      navigate(`/payment/status?orderId=${encodeURIComponent(id)}`)
      return
    }
    if (id === transactionId) void payment.refetch()
    else onLookUp(id)
  }

  if (payment.data) return <Found payment={payment.data} onAnother={() => onLookUp("")} />
  const error = payment.error
  return (
    <>
      <form noValidate onSubmit={submit} className="mt-8 flex flex-wrap items-start gap-4">
        <TextField
          label={t("transaction.label")}
          name="transactionId"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setBlank(false)
          }}
          onBlur={() => setBlank(typed.trim() === "" && typed !== "")}
          error={blank ? t("transaction.blank") : undefined}
          className="min-w-60 flex-1"
        />
        <Button type="submit" busy={loading} disabled={typed.trim() === ""} className="h-11.5 sm:mt-7">
          {t("transaction.submit")}
        </Button>
      </form>
      {error && !loading && (
        <div className="mt-6">
          <Notice tone="danger" announce>
            {isUnknown(error)
              ? t("transaction.unknown")
              : error instanceof ApiError && error.status === 429
                ? errorText(error)
                : t("transaction.failed")}
          </Notice>
          {isUnknown(error) && (
            <div className="mt-4 flex flex-wrap gap-3">
              <ButtonLink to="/track-orders" variant="secondary">
                {t("track.title")}
              </ButtonLink>
              <SupportLink orderId={transactionId}>{t("transaction.support")}</SupportLink>
            </div>
          )}
        </div>
      )}
    </>
  )
}

const tones = {
  success: "success",
  processing: "info",
  failed: "danger",
  cancelled: "info",
  received: "warning",
} as const

type FoundProps = { payment: Schemas["PaymentStatusOut"]; onAnother: () => void }

/** A payment and the order it is for: what happened so far, and the way to the whole order. */
function Found({ payment, onAnother }: FoundProps) {
  const { t, i18n } = useTranslation("orders")
  const { orderId, reason, estimatedDelivery, pieces } = payment
  const outcome = shownOutcome(payment)
  const order = { status: payment.orderStatus, paymentStatus: payment.orderPaymentStatus }
  return (
    <div className="mt-8">
      <Notice tone={tones[outcome]} announce title={t(`transaction.outcomes.${outcome}`)}>
        {outcome === "failed" && reason ? reason : t(`transaction.leads.${outcome}`)}
      </Notice>
      <article className="mt-6 rounded-md border border-line bg-paper p-5 sm:p-8">
        <h2 className="text-2xl">
          <WithOrderId text={t("order", { orderId })} orderId={orderId} />
        </h2>
        <div className="mt-4 max-w-md">
          <OrderStatus order={order} />
        </div>
        {estimatedDelivery && (
          <p className="mt-3">{t("expected", { day: formatDay(estimatedDelivery, i18n.language) })}</p>
        )}
        {pieces.length > 0 && (
          <div className="mt-6 border-line border-t pt-6">
            <PieceList pieces={pieces} />
          </div>
        )}
        <h3 className="mt-8 mb-4 text-lg">{t("transaction.steps")}</h3>
        <OrderSteps steps={payment.steps} ended={progressOf(order.status) === null} />
        <OpenOrder orderId={orderId} />
      </article>
      <PaymentFacts payment={payment} />
      <div className="mt-8 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={onAnother}>
          {t("transaction.another")}
        </Button>
        <ButtonLink to="/products" variant="secondary">
          {t("transaction.continue")}
        </ButtonLink>
        <ButtonLink to="/login?redirect=/orders" variant="secondary">
          {t("transaction.logIn")}
        </ButtonLink>
        <SupportLink orderId={orderId}>{t("transaction.support")}</SupportLink>
      </div>
    </div>
  )
}

/** The way to the whole order: a customer's own, the private link of who ordered in this tab, or by a code. */
function OpenOrder({ orderId }: { orderId: string }) {
  const { t } = useTranslation("orders")
  const link = useOrderLink(orderId)
  return (
    <div className="mt-8 border-line border-t pt-6">
      <ButtonLink to={link ?? "/track-orders"}>{t("transaction.open")}</ButtonLink>
      {!link && <p className="mt-3 text-ink-soft text-sm">{t("transaction.openHint")}</p>}
    </div>
  )
}

function PaymentFacts({ payment }: Pick<FoundProps, "payment">) {
  const { t } = useTranslation("orders")
  const { transactionId, phonepeTransactionId, amount, state } = payment
  const rows = [
    [
      t("transaction.state"),
      <data key="state" value={state}>
        {t(`transaction.states.${state}`)}
      </data>,
    ],
    [t("transaction.amount"), formatRupees(amount)],
    [t("transaction.label"), transactionId],
    [t("transaction.providerId"), phonepeTransactionId],
  ] as const
  return (
    <section aria-labelledby="payment" className="mt-8">
      <h2 id="payment" className="mb-3 text-lg">
        {t("transaction.payment")}
      </h2>
      <dl className="space-y-2">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label} className="flex flex-wrap justify-between gap-x-6 border-line border-b pb-2">
                <dt className="text-ink-soft">{label}</dt>
                <dd className="select-all break-all tabular-nums" translate={verbatim(value)}>
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
