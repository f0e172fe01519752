import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Badge, type Tone } from "@/components/badge"
import { Button } from "@/components/button"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { NoteField, RadioField } from "@/features/admin/shared/form-fields"
import { note, required } from "@/features/admin/shared/form-rules"
import { send } from "@/features/admin/shared/send"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { formatDate } from "@/lib/time"
import { z } from "@/lib/zod"
import { type BankLineRow, bankKey, candidatesQuery, FEWEST_LETTERS, type PayoutRow } from "./queries"
import { SplitDialog } from "./split-dialog"

const payoutTones: Record<PayoutRow["status"], Tone> = {
  waiting: "neutral",
  matched: "success",
  short: "warning",
  over: "warning",
  missing: "danger",
  nothing: "neutral",
}
const lineTones: Record<BankLineRow["status"], Tone> = {
  other: "neutral",
  matched: "success",
  unknown: "warning",
  twice: "danger",
  set_aside: "neutral",
}

/** One payout: what was sent and what arrived, and the lines by which it did. */
export function PayoutItem({ row }: { row: PayoutRow }) {
  const { t, i18n } = useTranslation("bank")
  const [isMatchOpen, setMatchOpen] = useState(false)
  const isOpen = row.status === "missing" || row.status === "waiting" || row.status === "short"
  return (
    <li data-row={row._id} data-payout={row._id} className="space-y-2 px-4 py-4 text-sm sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="flex flex-wrap items-baseline gap-x-3 text-base">
          {row.source}
          <span className="select-all break-all text-ink-soft text-sm tabular-nums">
            {row.reference || t("payout.noReference")}
          </span>
        </h3>
        <Badge tone={payoutTones[row.status]} dot>
          {t(`payout.statuses.${row.status}`)}
        </Badge>
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
        <span>
          {t("payout.sent", {
            amount: formatRupees(row.amount),
            day: formatDate(row.expectedOn, i18n.language),
          })}
        </span>
        {row.arrived !== row.amount && row.arrived > 0 && (
          <span className="text-warning">{t("payout.arrived", { amount: formatRupees(row.arrived) })}</span>
        )}
        {row.status === "waiting" && (
          <span className="text-ink-soft">
            {t("payout.due", { day: formatDate(row.dueOn, i18n.language) })}
          </span>
        )}
      </p>
      {row.lines.map((line) => (
        <div key={line._id} className="border-line border-l-2 pl-3">
          <LineItem row={line} />
        </div>
      ))}
      {isOpen && (
        <Button variant="secondary" size="sm" onClick={() => setMatchOpen(true)}>
          {t("payout.match")}
        </Button>
      )}
      <MatchDialog row={row} open={isMatchOpen} onClose={() => setMatchOpen(false)} />
    </li>
  )
}

/** One line of a bank's statement, with the payouts that it is. */
export function LineItem({ row }: { row: BankLineRow }) {
  const { t, i18n } = useTranslation("bank")
  const [asking, setAsking] = useState(false)
  const [isSplitOpen, setSplitOpen] = useState(false)
  const isMatched = row.matches.length > 0
  const step = isMatched ? "unmatch" : "setAside"
  const canAct = isMatched || row.status === "unknown" || row.status === "twice"
  return (
    <div data-line={row._id} className="space-y-1">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 tabular-nums">
        <span>
          {formatDate(row.day, i18n.language)} · {row.account}
        </span>
        <span className="flex items-baseline gap-3">
          <span className="font-medium" translate="no">
            {formatRupees(row.amount)}
          </span>
          {row.status !== "other" && (
            <Badge tone={lineTones[row.status]}>{t(`line.statuses.${row.status}`)}</Badge>
          )}
        </span>
      </p>
      <p className="wrap-anywhere text-ink-soft">
        {row.narration}
        {row.reference && ` · ${row.reference}`}
      </p>
      {row.repeats && <p className="text-danger">{t("line.repeats", { reference: row.repeats })}</p>}
      {row.matches.map((match) => (
        <p key={match.payoutId} className="text-ink-soft tabular-nums">
          {row.matches.length > 1 &&
            `${t("line.part", { amount: formatRupees(match.amount), payout: match.reference || match.payoutId })} · `}
          {t(`line.rules.${match.rule}`, { name: match.by ?? "" })}
          {match.note && `: ${match.note}`}
        </p>
      ))}
      <div className="-ml-3.5">
        {canAct && (
          <Button variant="quiet" size="sm" onClick={() => setAsking(true)}>
            {t(`steps.${step}.button`)}
          </Button>
        )}
        {!isMatched && row.amount > 0 && (
          <Button variant="quiet" size="sm" onClick={() => setSplitOpen(true)}>
            {t("split.button")}
          </Button>
        )}
      </div>
      <SplitDialog row={row} open={isSplitOpen} onClose={() => setSplitOpen(false)} />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t(`steps.${step}.title`)}
        description={t(`steps.${step}.text`)}
        verb={t(`steps.${step}.submit`)}
        reasonLabel={t("reason")}
        act={(note) =>
          send("post", `/api/admin/bank/lines/{line_id}/${isMatched ? "unmatch" : "set-aside"}`, {
            path: { line_id: row._id },
            body: { note },
          })
        }
        renews={[bankKey]}
        failed={t("stepFailed")}
      />
    </div>
  )
}

type MatchDialogProps = { row: PayoutRow; open: boolean; onClose: () => void }

/** Choose the line that a payout is, and say why. */
function MatchDialog({ row, open, onClose }: MatchDialogProps) {
  const { t, i18n } = useTranslation("bank")
  const found = useQuery({ ...candidatesQuery(row._id), enabled: open })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t("match.title")}
      description={t("match.text", { amount: formatRupees(row.amount - row.arrived) })}
      schema={z.object({
        lineId: required(t("match.lineMissing")),
        note: note.min(FEWEST_LETTERS, t("reasonShort")),
      })}
      start={{ lineId: "", note: "" }}
      act={(body) =>
        send("post", "/api/admin/bank/payouts/{payout_id}/match", { path: { payout_id: row._id }, body })
      }
      renews={[bankKey]}
      failed={t("stepFailed")}
      submit={t("match.submit")}
      disabled={!found.data?.lines.length}
    >
      <Loaded query={found} loading={t("loading")} failed={t("failed")}>
        {({ lines }) =>
          lines.length === 0 ? (
            <p>{t("match.none")}</p>
          ) : (
            <div className="space-y-5">
              <RadioField
                path="lineId"
                label={t("match.which")}
                options={lines.map((line) => ({
                  value: line._id,
                  label: (
                    <span className="min-w-0 py-2 text-sm">
                      <span className="block font-medium tabular-nums">
                        <span translate="no">{formatRupees(line.amount)}</span> ·{" "}
                        {formatDate(line.day, i18n.language)}
                      </span>
                      <span className="block wrap-anywhere text-ink-soft">
                        {line.narration} {line.reference}
                      </span>
                    </span>
                  ),
                }))}
              />
              <NoteField path="note" label={t("reason")} />
            </div>
          )
        }
      </Loaded>
    </FormDialog>
  )
}
