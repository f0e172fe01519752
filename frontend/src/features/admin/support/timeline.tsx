import { useState } from "react"
import { Badge, type Tone } from "@/components/badge"
import { useCodeText, useLabels } from "@/features/admin/shared/labels"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { TextLink } from "@/features/admin/shared/text-link"
import { useHighlight } from "@/features/admin/shared/use-highlight"
import { hasText, type TextKey, useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import type { Entry } from "./queries"

const tones: Record<Entry["kind"], Tone> = {
  order: "neutral",
  payment: "info",
  message: "purple",
  mail: "neutral",
  visit: "neutral",
  note: "warning",
  case: "danger",
  account: "neutral",
  contact: "info",
}

/** The timeline, newest first. */
export function Timeline({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation("support")
  // The initial entries are not highlighted.
  const [first] = useState(() => new Set(entries.map(({ _id }) => _id)))
  if (entries.length === 0) return <p className="py-6 text-ink-soft text-sm">{t("timeline.nothing")}</p>
  return (
    <ol className="mt-3 border-line border-l pl-4 text-sm">
      {[...entries].reverse().map((entry) => (
        <Line key={entry._id} entry={entry} fresh={!first.has(entry._id)} />
      ))}
    </ol>
  )
}

function Line({ entry, fresh }: { entry: Entry; fresh: boolean }) {
  const { t } = useTranslation("support")
  const text = useCodeText("support")
  const labels = useLabels()
  const highlighted = useHighlight<HTMLLIElement>(entry.event, fresh)
  const { facts } = entry
  const key = `events.${entry.event.replace(".", "_")}`
  const words = hasText("support", key)
    ? t(key as TextKey<"support">, { name: "", state: "", subject: "", to: "", ...facts })
    : labels.event(entry.event)
  const shown = [
    facts.amount,
    facts.trackingNumber && [facts.carrier, facts.trackingNumber].filter(Boolean).join(" "),
    facts.number,
    entry.kind === "payment" || entry.kind === "message" ? facts.transaction : "",
    facts.case,
    entry.kind === "contact" ? facts.email : "",
    entry.kind === "visit" ? text(`outcomes.${facts.outcome}`, "") : "",
  ].filter(Boolean)
  return (
    <li ref={highlighted} className="relative pb-4 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-1.5 -left-[1.3rem] size-2 rounded-full border border-line-strong bg-paper"
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="wrap-anywhere font-medium">{words}</span>
        <Badge tone={tones[entry.kind]}>{t(`kinds.${entry.kind}`)}</Badge>
        <StaffTime at={entry.at} className="ml-auto text-ink-soft text-xs tabular-nums" />
      </div>
      {(shown.length > 0 || entry.cause || entry.actor) && (
        <p className="wrap-anywhere text-ink-soft text-xs tabular-nums">
          {[
            ...shown,
            entry.kind !== "note" && entry.kind !== "message" && entry.cause && labels.cause(entry.cause),
            entry.actor && t("timeline.by", { name: entry.actor }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
      {facts.ticket && entry.text && (
        <TextLink to={`/admin/support?subject=ticket:${facts.ticket}`} className="text-xs">
          {facts.ticket}
        </TextLink>
      )}
      {entry.text && (
        <p
          className={cx(
            "mt-1 whitespace-pre-line wrap-anywhere",
            entry.kind === "note" && "rounded-sm bg-warning-wash px-3 py-2",
          )}
        >
          {entry.text}
        </p>
      )}
    </li>
  )
}
