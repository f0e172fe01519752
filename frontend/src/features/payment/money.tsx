import type { ReactNode } from "react"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import type { PaymentStatus } from "@/lib/payment-status"

/** Whether the account may have been debited, in every state. */
export function Money({ payment }: { payment: PaymentStatus }) {
  const { t } = useTranslation("payment")
  return (
    <Note title={t("money.title")}>{t(moneyText(payment), { amount: formatRupees(payment.amount) })}</Note>
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

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto mt-8 max-w-lg rounded-md bg-tile px-5 py-4 text-sm">
      <h2 className="font-medium font-text text-sm tracking-normal">{title}</h2>
      <p className="mt-1 text-ink-soft">{children}</p>
    </div>
  )
}
