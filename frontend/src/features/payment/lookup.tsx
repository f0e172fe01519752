import type { FormEvent } from "react"
import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { useLastPayment } from "@/lib/last-payment"
import { typedId } from "@/lib/typed-id"
import { PaymentHead } from "./payment-head"

/** Form for the id of a payment. */
export function Lookup({ invalid }: { invalid: boolean }) {
  const { t } = useTranslation("payment-more")
  const navigate = useNavigate()
  const last = useLastPayment()?.transactionId

  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const id = typedId(String(new FormData(event.currentTarget).get("transactionId") ?? ""))
    if (id) navigate(`/order-confirmation/${encodeURIComponent(id)}`)
  }

  return (
    <div className="mx-auto max-w-lg space-y-6">
      <PaymentHead {...(!invalid && { title: t("lookup.title") })} />
      {invalid && (
        <Notice tone="warning" announce>
          {t("unknown.invalid")}
        </Notice>
      )}
      <h1 className="text-3xl">{t("lookup.title")}</h1>
      <p className="text-ink-soft">{t("lookup.lead")}</p>
      <form action="/payment/status" onSubmit={show} className="space-y-5">
        <TextField
          // The key remounts the field: a default value applies only at mount.
          key={last}
          label={t("lookup.label")}
          name="transactionId"
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          defaultValue={last}
        />
        <Button type="submit">{t("lookup.submit")}</Button>
      </form>
    </div>
  )
}
