import { useQuery } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { useSearchParams } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { PageHead } from "@/components/page-head"
import { SupportLink } from "@/components/support-link"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError, type Schemas } from "@/lib/api"
import { lastPayment } from "@/lib/last-payment"
import { useTopic } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import { typedId } from "@/lib/typed-id"
import { isUnknown, transactionQuery } from "./queries"

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
  const [typed, setTyped] = useState(transactionId || (lastPayment()?.transactionId ?? ""))
  const [blank, setBlank] = useState(false)
  const query = transactionQuery(transactionId)
  const payment = useQuery({ ...query, enabled: transactionId !== "" })
  useTopic(payment.data ? `payment:${transactionId}` : null, query)
  const loading = payment.isFetching && !payment.data

  function submit(event: FormEvent) {
    event.preventDefault()
    const id = typedId(typed)
    setBlank(id === "")
    if (id === "" || loading) return
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
        </div>
      )}
    </>
  )
}

const tones = { success: "success", processing: "info", failed: "danger", received: "warning" } as const

type FoundProps = { payment: Schemas["PaymentStatusOut"]; onAnother: () => void }

function Found({ payment, onAnother }: FoundProps) {
  const { t } = useTranslation("orders")
  const { orderId, outcome, reason, transactionId, phonepeTransactionId, amount, state } = payment
  const rows = [
    [t("transaction.label"), transactionId],
    [t("transaction.providerId"), phonepeTransactionId],
    [t("transaction.amount"), formatRupees(amount)],
    [t("transaction.state"), state],
  ].filter((row): row is [string, string] => Boolean(row[1]))
  return (
    <div className="mt-8">
      <Notice tone={tones[outcome]} announce title={t(`transaction.outcomes.${outcome}`)}>
        {outcome === "failed" && reason ? reason : t(`transaction.leads.${outcome}`)}
      </Notice>
      <dl className="mt-6 space-y-2">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 border-line border-b pb-2">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="select-all break-all tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button onClick={onAnother}>{t("transaction.another")}</Button>
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
