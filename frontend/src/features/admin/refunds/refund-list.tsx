import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Badge, type Tone } from "@/components/badge"
import { Button } from "@/components/button"
import { transactionQuery, transactionsKey } from "@/features/admin/transactions/queries"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { formatDate } from "@/lib/time"
import { toast } from "@/lib/toast"
import { verbatim } from "@/lib/verbatim"
import { useMay, useUser } from "@/stores/session"
import { decideRefund, type RefundStatus, type RefundVerb, type StaffRefund } from "./refund-queries"

const tones: Record<RefundStatus, Tone> = {
  approval: "orange",
  requested: "warning",
  under_way: "info",
  done: "success",
  failed: "danger",
}

type RefundListProps = { refunds: readonly StaffRefund[]; transactionId: string }

/** The refunds of a transaction with their actions, oldest first. */
export function RefundList({ refunds, transactionId }: RefundListProps) {
  const { t } = useTranslation("admin")
  if (refunds.length === 0) return null
  return (
    <section>
      <h3 className="mb-2 text-base">{t("refunds.title")}</h3>
      <ul className="divide-y divide-line rounded-md border border-line">
        {refunds.map((refund) => (
          <Refund key={refund.refundId} refund={refund} transactionId={transactionId} />
        ))}
      </ul>
    </section>
  )
}

function Refund({ refund, transactionId }: { refund: StaffRefund; transactionId: string }) {
  const { t, i18n } = useTranslation("admin")
  const who =
    refund.origin === "console"
      ? t("refunds.byConsole")
      : refund.requestedBy
        ? t("refunds.by", { name: refund.requestedBy })
        : t("refunds.byRule")
  const when = refund.doneAt
    ? t("refunds.doneAt", { date: formatStaffDateTime(refund.doneAt, i18n.language) })
    : refund.status === "failed" || refund.status === "approval"
      ? null
      : t("refunds.due", { date: formatDate(refund.dueOn, i18n.language) })
  return (
    <li className="space-y-1 px-4 py-3" data-refund={refund.refundId}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium tabular-nums" translate="no">
          {formatRupees(refund.amount)}
        </span>
        <Badge tone={tones[refund.status]} dot>
          {t(`refunds.statuses.${refund.status}`)}
        </Badge>
        <span className="text-ink-soft">{t(`refundReasons.${refund.reason}`)}</span>
        <time
          dateTime={refund.requestedAt}
          className="ml-auto text-ink-soft text-xs tabular-nums max-sm:ml-0 max-sm:basis-full"
        >
          {formatStaffDateTime(refund.requestedAt, i18n.language)}
        </time>
      </div>
      <p className="text-ink-soft">
        {[who, refund.decidedBy && t("refunds.decidedBy", { name: refund.decidedBy }), when]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {refund.cancelsOrder && refund.status !== "done" && refund.status !== "failed" && (
        <p className="text-ink-soft">{t("refunds.cancelsOrder")}</p>
      )}
      {refund.notes && <p className="wrap-anywhere">{refund.notes}</p>}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-ink-soft text-xs">
        <Fact label={t("refunds.bankReference")} value={refund.bankReference} />
        <Fact label={t("refunds.providerId")} value={refund.phonepeRefundId} />
        <Fact label={t("refunds.code")} value={refund.errorCode} />
      </dl>
      <Actions refund={refund} transactionId={transactionId} />
    </li>
  )
}

function Fact({ label, value }: { label: string; value: string | null }) {
  if (!value) return null
  return (
    <div className="flex gap-1.5">
      <dt>{label}</dt>
      <dd className="select-all break-all text-ink tabular-nums" translate={verbatim(value)}>
        {value}
      </dd>
    </div>
  )
}

function Actions({ refund, transactionId }: { refund: StaffRefund; transactionId: string }) {
  const { t } = useTranslation("admin")
  const { user } = useUser()
  const client = useQueryClient()
  const errorText = useErrorText()
  const decision = useMutation({
    mutationFn: (verb: RefundVerb) => decideRefund(refund.refundId, verb),
    onSuccess: (message) => toast.success(message),
    onError: (error) => toast.error(errorText(error, t("refunds.actionFailed"))),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: transactionsKey })
      return client.invalidateQueries(transactionQuery(transactionId))
    },
  })
  const waits = refund.status === "approval"
  const mayRefund = useMay("refunds")
  const own = user?._id === refund.requestedById
  if (!mayRefund || !(waits || refund.canRetry)) return null
  const button = (verb: RefundVerb, label: string) => (
    <Button
      variant={verb === "decline" ? "quiet" : "secondary"}
      size="sm"
      busy={decision.isPending && decision.variables === verb}
      disabled={decision.isPending}
      onClick={() => decision.mutate(verb)}
    >
      {label}
    </Button>
  )
  return (
    <div className="flex flex-wrap items-center gap-3 pt-1">
      {waits && own && <p className="text-ink-soft">{t("refunds.waits")}</p>}
      {waits && !own && button("approve", t("refunds.approve"))}
      {waits && button("decline", t("refunds.decline"))}
      {refund.canRetry && button("retry", t("refunds.retry"))}
    </div>
  )
}
