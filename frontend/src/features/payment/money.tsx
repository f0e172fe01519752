import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { PaymentStatus } from "@/lib/payment-status"

/** Notice about a possible debit of the account, in every state. */
export function Money({ payment }: { payment: PaymentStatus }) {
  const { t } = useTranslation("payment")
  return (
    <div className="mx-auto mt-8 max-w-lg rounded-md bg-tile px-5 py-4 text-sm">
      <h2 className="font-medium font-text text-sm tracking-normal">{t("money.title")}</h2>
      <p className="mt-1 text-ink-soft">{t(moneyText(payment), { amount: formatRupees(payment.amount) })}</p>
    </div>
  )
}

export function moneyText({ outcome, status, mayHaveBeenDebited, checkedAt }: PaymentStatus) {
  switch (outcome) {
    case "success":
      return status === "REFUNDED" ? "money.returned" : "money.received"
    case "failed":
      return mayHaveBeenDebited ? "money.mayReturn" : "money.notTaken"
    default:
      if (mayHaveBeenDebited) return "money.underWay"
      return checkedAt ? "money.notYet" : "money.unknown"
  }
}
