import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useLineTitle } from "@/components/option-notes"
import { DetailDialog } from "@/features/admin/shared/detail-dialog"
import { FactList } from "@/features/admin/shared/fact-list"
import { useLabels } from "@/features/admin/shared/labels"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { OuterLink } from "@/features/admin/shared/text-link"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { useTopicEvents } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import { customerViewQuery } from "./queries"

type CustomerView = Schemas["CustomerView"]
type Payment = NonNullable<CustomerView["payment"]>

type CustomerViewDialogProps = { subject: string; open: boolean; onClose: () => void }

/** The data of the customer's own pages, read-only. */
export function CustomerViewDialog({ subject, open, onClose }: CustomerViewDialogProps) {
  const { t } = useTranslation(["support", "payment"])
  const query = useQuery({ ...customerViewQuery(subject), enabled: open })
  const language = query.data?.language === "hi" ? "hi" : "en"
  return (
    <DetailDialog
      open={open}
      onClose={onClose}
      title={t("view.title")}
      description={t("view.text", { language: t(`timeline.languages.${language}`) })}
      query={query}
      loading={t("view.loading")}
      failed={t("view.failed")}
    >
      {(data) => (
        <div className="space-y-6 text-sm" lang={data.language}>
          {data.payment && <PaymentPage first={data.payment} />}
          <OrderPage order={data.order} />
        </div>
      )}
    </DetailDialog>
  )
}

/** The payment page, updated by the same topic as the customer's. */
function PaymentPage({ first }: { first: Payment }) {
  const { t } = useTranslation(["support", "payment"])
  const client = useQueryClient()
  const labels = useLabels()
  const [payment, setPayment] = useState(first)
  useTopicEvents(`payment:${first.transactionId}`, (now) => {
    if (now.version < payment.version) return
    // The topic answers in the reader's language; the reason stays in the customer's until it changes.
    setPayment(now.version === payment.version ? { ...now, reason: payment.reason } : now)
    void client.invalidateQueries({ queryKey: ["staff", "support", "timeline"] })
  })
  const yesNo = (yes: boolean) => t(yes ? "view.yes" : "view.no")
  return (
    <section>
      <h3 className="text-base">{t("view.payment")}</h3>
      <p className="mt-2 font-display text-xl">{t(`payment:${payment.outcome}.title`)}</p>
      <FactList
        className="mt-2 grid gap-y-2 sm:grid-cols-2"
        facts={[
          [t("view.status"), labels.status(payment.status)],
          [t("timeline.amount"), formatRupees(payment.amount)],
          [t("view.reason"), payment.reason],
          [t("view.debited"), yesNo(payment.mayHaveBeenDebited)],
          [t("view.canRetry"), yesNo(payment.canRetry)],
          [t("view.transaction"), payment.transactionId],
        ]}
      />
      <p className="mt-2 text-ink-soft text-xs">
        <StaffTime at={payment.answeredAt} />
      </p>
      <OuterLink href={`/order-confirmation/${payment.transactionId}`} className="min-h-11">
        {t("view.open")}
      </OuterLink>
    </section>
  )
}

function OrderPage({ order }: { order: CustomerView["order"] }) {
  const { t } = useTranslation(["support", "payment"])
  const lineTitle = useLineTitle()
  const labels = useLabels()
  return (
    <section>
      <h3 className="text-base">{t("view.order")}</h3>
      <FactList
        className="mt-2 grid gap-y-2 sm:grid-cols-2"
        facts={[
          [t("view.status"), labels.orderStatus(order.status)],
          [t("timeline.amount"), order.totalAmount === null ? "" : formatRupees(order.totalAmount)],
          [
            t("view.items"),
            order.items
              .map((item) => `${item.quantity} × ${lineTitle(item.title, item.customization)}`)
              .join(", "),
          ],
        ]}
      />
      <h4 className="mt-4 font-medium">{t("view.history")}</h4>
      <ol className="mt-1 space-y-1">
        {order.history.map((row) => (
          <li key={`${row.status} ${row.at}`} className="flex flex-wrap justify-between gap-x-4">
            <span>{labels.orderStatus(row.status)}</span>
            <StaffTime at={row.at} className="text-ink-soft text-xs tabular-nums" />
          </li>
        ))}
      </ol>
    </section>
  )
}
