import { useQuery } from "@tanstack/react-query"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { DetailDialog } from "@/features/admin/shared/detail-dialog"
import { FactList } from "@/features/admin/shared/fact-list"
import { useCodeText, useLabels } from "@/features/admin/shared/labels"
import { Part } from "@/features/admin/shared/panel"
import { recordAddress } from "@/features/admin/shared/record-address"
import { send } from "@/features/admin/shared/send"
import { TextLink } from "@/features/admin/shared/text-link"
import { useTranslation } from "@/i18n"
import { formatStaffDateTime } from "@/lib/staff-time"
import { useAction } from "@/lib/use-action"
import { useMay } from "@/stores/session"
import { type MessageDetail, messageQuery, messagesKey, type Replay, verdictKeys } from "./queries"

type Change = Replay["changes"][number]

/** One message as received, and a preview of its replay. */
export function MessageDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation("webhooks")
  const query = useQuery(messageQuery(id))
  const mayReplay = useMay("refunds")
  const replay = useAction({
    act: (dryRun: boolean) =>
      send("post", "/api/admin/webhooks/{message_id}/replay", {
        path: { message_id: id },
        body: { dryRun },
        once: dryRun ? undefined : `replay:${id}`,
      }),
    done: ({ dryRun }) => (dryRun ? undefined : t("replay.done")),
    renews: [messagesKey],
    failed: t("replay.failed"),
  })
  const busy = (dryRun: boolean) => replay.isPending && replay.variables === dryRun
  // A replay is offered after its preview.
  const seen = replay.data?.dryRun === true
  return (
    <DetailDialog
      open
      onClose={onClose}
      title={t("detail.title")}
      id={id}
      query={query}
      loading={t("detail.loading")}
      failed={t("detail.failed")}
      buttons={({ canReplay }) =>
        mayReplay &&
        canReplay && (
          <>
            <Button
              variant="secondary"
              size="sm"
              busy={busy(true)}
              disabled={replay.isPending}
              onClick={() => replay.mutate(true)}
            >
              {t("replay.preview")}
            </Button>
            <Button
              size="sm"
              busy={busy(false)}
              disabled={!seen || replay.isPending}
              onClick={() => replay.mutate(false)}
            >
              {t("replay.follow")}
            </Button>
          </>
        )
      }
    >
      {(message) => (
        <div className="space-y-6 text-sm">
          <div aria-live="polite" className="empty:hidden">
            {replay.data && <Changes replay={replay.data} />}
          </div>
          <Facts message={message} />
          <Text
            title={t("detail.headers")}
            text={Object.entries(message.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
          />
          <Text title={t("detail.body")} text={message.body} />
        </div>
      )}
    </DetailDialog>
  )
}

/** Functions that translate the objects and statuses of a change. */
function useChangeLabels() {
  const labels = useLabels()
  const word = useCodeText("admin")
  return {
    name: ({ what, name }: Change) => (what === "case" ? word(`cases.kinds.${name}`, name) : name),
    state: ({ what }: Change, state: string) => {
      if (what === "payment") return labels.status(state)
      if (what === "order") return labels.orderStatus(state)
      if (what === "order_payment") return labels.orderPayment(state)
      if (what === "case") return word(`cases.${state}`, state)
      if (what !== "refund") return state
      // A refund's status contains its amount.
      const [status = "", ...amount] = state.split(" ")
      return [word(`refunds.statuses.${status}`, status), ...amount].join(" ")
    },
  }
}

function Changes({ replay }: { replay: Replay }) {
  const { t } = useTranslation("webhooks")
  const labels = useChangeLabels()
  if (replay.waits) return <Notice tone="warning">{t("replay.waits")}</Notice>
  if (replay.changes.length === 0) {
    return <Notice>{t(replay.dryRun ? "replay.wouldChangeNothing" : "replay.changedNothing")}</Notice>
  }
  return (
    <Part title={t(replay.dryRun ? "replay.wouldChange" : "replay.changed")}>
      <ul className="divide-y divide-line rounded-md border border-line">
        {replay.changes.map((change) => (
          <li
            key={`${change.what} ${change.name}`}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-4 py-2"
          >
            <span>
              {t(`what.${change.what}`)}{" "}
              <span className="break-all text-ink-soft tabular-nums">{labels.name(change)}</span>
            </span>
            <span className="tabular-nums">
              {t("moved", {
                before: labels.state(change, change.before) || "–",
                after: labels.state(change, change.after) || "–",
              })}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Facts({ message }: { message: MessageDetail }) {
  const { t, i18n } = useTranslation("webhooks")
  const labels = useLabels()
  const at = (iso: string | null) => iso && formatStaffDateTime(iso, i18n.language)
  return (
    <section className="space-y-4">
      <FactList
        className="grid gap-y-3 sm:grid-cols-2"
        facts={[
          [t("detail.event"), message.event],
          [t("detail.verdict"), t(verdictKeys[message.verdict])],
          [t("detail.state"), message.state],
          [t("detail.reference"), message.reference],
          [t("detail.order"), message.orderId],
          [t("detail.refund"), message.refundId],
          [t("detail.received"), at(message.receivedAt)],
          [t("detail.handled"), at(message.handledAt)],
          [t("detail.nextTry"), at(message.nextTryAt)],
          [t("detail.copies"), message.copies > 1 && String(message.copies)],
          [t("detail.before"), labels.status(message.statusBefore)],
          [t("detail.after"), labels.status(message.statusAfter)],
          [t("detail.address"), message.address],
        ]}
      />
      {message.transactionId && (
        <TextLink to={recordAddress("/admin/transactions", "transaction", message.transactionId)}>
          {t("detail.transaction")}
        </TextLink>
      )}
    </section>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  if (!text) return null
  return (
    <Part title={title}>
      <pre className="whitespace-pre-wrap break-all rounded-md border border-line bg-ground p-4 font-mono text-xs leading-relaxed">
        {text}
      </pre>
    </Part>
  )
}
