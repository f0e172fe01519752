import { Check, Copy } from "lucide-react"
import { useEffect, useState } from "react"
import { IconButton } from "@/components/button"
import { OrderSteps } from "@/components/order-steps"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { PaymentStatus } from "@/lib/payment-status"
import { verbatim } from "@/lib/verbatim"

type Method = "UPI" | "Card" | "NetBanking" | "Wallet"

const isMethod = (method: string): method is Method =>
  ["UPI", "Card", "NetBanking", "Wallet"].includes(method)

const COPIED_MS = 2_000

/** Ids of the payment; the one to quote to support can be copied. */
export function PaymentFacts({ payment }: { payment: PaymentStatus }) {
  const { t } = useTranslation("payment-more")
  const { transactionId, orderId, phonepeTransactionId, amount, method, outcome } = payment
  const rows = [
    [outcome === "success" ? t("facts.amountPaid") : t("facts.amount"), formatRupees(amount)],
    [t("facts.orderId"), orderId],
    [t("facts.transactionId"), transactionId],
    phonepeTransactionId && [t("facts.providerOrderId"), phonepeTransactionId],
    method && [
      t(outcome === "success" ? "facts.method" : "facts.attempted"),
      isMethod(method) ? t(`methods.${method}`) : method,
    ],
  ].filter((row): row is [string, string] => Boolean(row))
  return (
    <section aria-labelledby="payment-facts" className="mt-10 border-line border-t pt-6">
      <h2 id="payment-facts" className="sr-only">
        {t("facts.title")}
      </h2>
      <dl className="space-y-2 text-sm">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap items-center justify-between gap-x-6">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="flex items-center tabular-nums">
              <span className="select-all break-all" translate={verbatim(value)}>
                {value}
              </span>
              {value === transactionId && <CopyButton text={value} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation("payment-more")
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = window.setTimeout(() => setCopied(false), COPIED_MS)
    return () => window.clearTimeout(timer)
  }, [copied])
  return (
    <>
      <IconButton
        label={t("facts.copy")}
        // Without clipboard access the number can still be selected with one touch.
        onClick={() =>
          navigator.clipboard?.writeText(text).then(
            () => setCopied(true),
            () => {},
          )
        }
        className="-my-2.5 -mr-3"
      >
        {copied ? <Check className="size-4.5 text-success" /> : <Copy className="size-4.5" />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied && t("facts.copied")}
      </span>
    </>
  )
}

/** The steps of the order after its payment. */
export function PaymentSteps({ payment }: { payment: PaymentStatus }) {
  const { t } = useTranslation("payment-more")
  return (
    <section aria-labelledby="payment-steps" className="mx-auto mt-10 max-w-sm">
      <h2 id="payment-steps" className="mb-5 text-center text-lg">
        {t("steps.title")}
      </h2>
      <OrderSteps steps={payment.steps} />
    </section>
  )
}
