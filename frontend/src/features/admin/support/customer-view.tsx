import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { Dialog } from "@/components/dialog"
import { useLineTitle } from "@/components/option-notes"
import { useLabels } from "@/features/admin/shared/labels"
import { LoadingOrProblem } from "@/features/admin/shared/load-problem"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { useTopicEvents } from "@/lib/live"
import { formatRupees } from "@/lib/money"
import { retryOf } from "@/lib/retry-of"
import { verbatim } from "@/lib/verbatim"
import { customerViewQuery } from "./queries"

type CustomerView = Schemas["CustomerView"]
type Payment = NonNullable<CustomerView["payment"]>

type CustomerViewDialogProps = { subject: string; open: boolean; onClose: () => void }

/** The data of the customer's own pages, read-only. */
export function CustomerViewDialog({ subject, open, onClose }: CustomerViewDialogProps) {
  const { t } = useTranslation(["support", "payment"])
  const { data, error, isFetching, refetch } = useQuery(customerViewQuery(subject))
  const language = data?.language === "hi" ? "hi" : "en"
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      size="lg"
      title={t("view.title")}
      description={t("view.text", { language: t(`timeline.languages.${language}`) })}
    >
      {data ? (
        <div className="space-y-6 text-sm" lang={data.language}>
          {data.payment && <PaymentPage first={data.payment} />}
          <OrderPage order={data.order} />
        </div>
      ) : (
        <LoadingOrProblem
          loading={t("view.loading")}
          title={t("view.failed")}
          {...retryOf({ error, isFetching, refetch })}
        />
      )}
    </Dialog>
  )
}

/** The payment page, updated by the same topic as the customer's. */
function PaymentPage({ first }: { first: Payment }) {
  const { t } = useTranslation(["support", "payment"])
  const client = useQueryClient()
  const labels = useLabels()
  const [payment, setPayment] = useState(first)
  useTopicEvents<Payment>(`payment:${first.transactionId}`, (now) => {
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
      <Facts
        rows={[
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
      <a
        href={`/order-confirmation/${payment.transactionId}`}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
      >
        {t("view.open")}
      </a>
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
      <Facts
        rows={[
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

function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="mt-2 grid gap-x-8 gap-y-2 sm:grid-cols-2">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt className="text-ink-soft text-xs">{label}</dt>
              <dd className="wrap-anywhere tabular-nums" translate={verbatim(value)}>
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
