import { FileDown } from "lucide-react"
import { useParams } from "react-router-dom"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { ActionForm, StepButtons } from "@/features/admin/shared/action-form"
import { BackLink } from "@/features/admin/shared/back-link"
import { FactList } from "@/features/admin/shared/fact-list"
import { NoteField } from "@/features/admin/shared/form-fields"
import { chosen, note } from "@/features/admin/shared/form-rules"
import { useLabels } from "@/features/admin/shared/labels"
import { Panel } from "@/features/admin/shared/panel"
import { orderAddress } from "@/features/admin/shared/record-address"
import { send } from "@/features/admin/shared/send"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { ListHead } from "@/features/admin/shared/table/list-head"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { TextLink } from "@/features/admin/shared/text-link"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useListQuery } from "@/features/admin/shared/use-list-query"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatStaffDateTime } from "@/lib/staff-time"
import { formatDate } from "@/lib/time"
import { useAction } from "@/lib/use-action"
import { z } from "@/lib/zod"
import { useMay } from "@/stores/session"
import { DeadlineText, DisputeBadge } from "./dispute-labels"
import { type DisputeDetail, disputeQuery, disputesKey, type Step, saveEvidence } from "./queries"

/** Steps that end a dispute: who takes one says why. */
const ends: readonly Step[] = ["accept", "won", "lost", "close"]

/** One dispute: what is claimed of which payment, the evidence, the steps, and what was settled of it. */
export function Component() {
  const { t } = useTranslation("disputes")
  const { id = "" } = useParams()
  const { query, renew } = useListQuery(disputeQuery(id), disputesKey, "staff:disputes")
  return (
    <>
      <BackLink to="/admin/disputes">{t("back")}</BackLink>
      <ListHead title={t("one", { id })} busy={query.isFetching} onRefresh={renew} />
      <div className="mt-4">
        <Loaded query={query} loading={t("loading")} failed={t("failed")}>
          {(found) => <Detail dispute={found} />}
        </Loaded>
      </div>
    </>
  )
}

function Detail({ dispute }: { dispute: DisputeDetail }) {
  const { t, i18n } = useTranslation("disputes")
  const labels = useLabels()
  const mayDecide = useMay("refunds")
  const moment = (at: string | null) => at && formatStaffDateTime(at, i18n.language)
  return (
    <div className="space-y-6 text-sm">
      <Panel title={t("parts.dispute")}>
        <p className="my-3 flex flex-wrap items-center gap-3">
          <DisputeBadge status={dispute.status} />
          <DeadlineText dispute={dispute} />
        </p>
        <FactList
          className="grid grid-cols-2 gap-y-3 sm:grid-cols-3"
          facts={[
            [t("amount"), formatRupees(dispute.amount)],
            [t("reserved"), formatRupees(dispute.held)],
            [t("phase"), t(`phases.${dispute.phase}`)],
            [t("reason"), dispute.reasonCode],
            [t("providerId"), dispute.providerDisputeId],
            [t("origin"), t(`origins.${dispute.origin}`)],
            [t("openedAt"), moment(dispute.openedAt)],
            [t("openedBy"), dispute.openedBy],
            [t("evidenceSentAt"), moment(dispute.evidenceSentAt)],
            [t("decidedAt"), moment(dispute.decidedAt)],
            [t("decidedBy"), dispute.decidedBy],
          ]}
        />
        {dispute.notes && <p className="mt-3 wrap-anywhere border-gold border-l-2 pl-3">{dispute.notes}</p>}
      </Panel>
      <Panel title={t("parts.payment")}>
        <p className="my-3 flex flex-wrap items-center gap-x-4 gap-y-1">
          <TextLink to={`/admin/transactions?search=${dispute.transactionId}`} translate="no">
            {dispute.transactionId}
          </TextLink>
          <TextLink to={orderAddress(dispute.orderId)} translate="no">
            {dispute.orderId}
          </TextLink>
          <span translate="no">{dispute.customerName}</span>
          <span>{dispute.gateway}</span>
        </p>
        <FactList
          className="grid grid-cols-2 gap-y-3 sm:grid-cols-4"
          facts={[
            [t("captured"), formatRupees(dispute.captured)],
            [t("refunded"), formatRupees(dispute.refunded)],
            [t("refundPending"), formatRupees(dispute.refundPending)],
            [t("refundable"), formatRupees(dispute.refundable)],
          ]}
        />
        {dispute.refundUnderWay && (
          <Notice tone="warning" className="mt-3">
            {t("refundUnderWay")}
          </Notice>
        )}
        {dispute.others.length > 0 && (
          <p className="mt-3 flex flex-wrap items-center gap-x-3">
            {t("others")}
            {dispute.others.map((other) => (
              <TextLink key={other} to={`/admin/disputes/${other}`}>
                {other}
              </TextLink>
            ))}
          </p>
        )}
      </Panel>
      {mayDecide && <Steps dispute={dispute} />}
      <Panel title={t("parts.settlement")}>
        {dispute.settlement.length === 0 && <p className="mt-3 text-ink-soft">{t("settlementEmpty")}</p>}
        <ul className="mt-1 divide-y divide-line">
          {dispute.settlement.map((line) => (
            <li
              key={`${line.word} ${line.settledOn} ${line.amount}`}
              className="flex flex-wrap justify-between gap-x-6 py-2 tabular-nums"
            >
              <span>
                {formatDate(line.settledOn, i18n.language)} · {line.word} · {line.bankReference}
              </span>
              <span>
                <span translate="no">{formatRupees(line.amount)}</span>
                {line.fee !== 0 && ` · ${t("fee", { amount: formatRupees(line.fee) })}`}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={t("parts.history")}>
        <ol className="mt-3 space-y-2">
          {dispute.history.map((entry) => (
            <li key={`${entry.event} ${entry.at}`} className="flex flex-wrap gap-x-3">
              <StaffTime at={entry.at} className="text-ink-soft tabular-nums" />
              <span>{labels.event(entry.event)}</span>
              {entry.actor && <span className="text-ink-soft">{entry.actor}</span>}
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  )
}

/** The evidence as PDF, and the steps; the steps that end a dispute need a note. */
function Steps({ dispute }: { dispute: DisputeDetail }) {
  const { t } = useTranslation("disputes")
  const evidence = useAction({ act: () => saveEvidence(dispute._id), failed: t("evidenceFailed") })
  const schema = z
    .object({ step: chosen(dispute.next, ""), notes: note })
    .refine(({ step, notes }) => !ends.includes(step) || notes !== "", {
      path: ["notes"],
      message: t("notesMissing"),
    })
  const form = useFormAction({
    schema,
    start: { step: "", notes: "" },
    act: (body) =>
      send("post", "/api/admin/disputes/{dispute_id}/step", {
        path: { dispute_id: dispute._id },
        body,
        once: `dispute:${dispute._id}:${body.step}`,
      }),
    done: t("stepped"),
    clears: ["notes"],
    renews: [disputesKey],
  })
  return (
    <Panel title={t("parts.steps")}>
      <Button
        variant="secondary"
        size="sm"
        className="mt-3"
        busy={evidence.isPending}
        onClick={() => evidence.mutate()}
      >
        <FileDown aria-hidden="true" className="size-4" />
        {t("evidence")}
      </Button>
      <p className="mt-2 max-w-prose text-ink-soft">{t("evidenceHint")}</p>
      {dispute.next.length > 0 && (
        <ActionForm
          inline
          form={form}
          failed={t("stepFailed")}
          buttons={
            <StepButtons
              form={form}
              steps={dispute.next.map((name) => ({
                name,
                label: t(`steps.${name}`),
                isSecondary: name !== "evidence",
              }))}
            />
          }
        >
          {dispute.next.some((name) => ends.includes(name)) && <NoteField path="notes" label={t("notes")} />}
        </ActionForm>
      )}
    </Panel>
  )
}
