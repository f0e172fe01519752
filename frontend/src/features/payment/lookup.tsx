import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { TextField } from "@/components/field"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { lastPayment } from "@/lib/last-payment"
import { typedId } from "@/lib/typed"

/** Ask which payment is meant. */
export function Lookup({ invalid }: { invalid: boolean }) {
  const { t } = useTranslation("payment-more")
  const navigate = useNavigate()

  function show(form: FormData) {
    const id = typedId(String(form.get("transactionId") ?? ""))
    if (id) navigate(`/order-confirmation/${encodeURIComponent(id)}`)
  }

  return (
    <div className="mx-auto max-w-lg space-y-6">
      {invalid && (
        <Notice tone="warning" announce>
          {t("unknown.invalid")}
        </Notice>
      )}
      <h1 className="text-3xl">{t("lookup.title")}</h1>
      <p className="text-ink-soft">{t("lookup.lead")}</p>
      <form action={show} className="space-y-5">
        <TextField
          label={t("lookup.label")}
          name="transactionId"
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          defaultValue={lastPayment()?.transactionId}
        />
        <Button type="submit">{t("lookup.submit")}</Button>
      </form>
    </div>
  )
}
