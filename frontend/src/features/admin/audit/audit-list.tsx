import { useCodeText, useLabels } from "@/features/admin/shared/labels"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { cx } from "@/lib/cx"
import { verbatim } from "@/lib/verbatim"
import { changesOf } from "./changes"
import { NOTHING, useValueLabel } from "./use-value-label"

type AuditEntry = Schemas["AuditRow"]

/** Translate an action of the log; an unknown one is shown as it is. */
export function useActionLabel() {
  const text = useCodeText("audit")
  return (action: string) => text(`actions.${action.replaceAll(".", "_")}`, action)
}

/** Entries of the log: actor, action, object, time, address and changes. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation("audit")
  const label = useActionLabel()
  const labels = useLabels()
  return (
    <ol aria-label={t("title")} className="divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry._id} data-row={entry._id} data-entry={entry.action} className="px-4 py-3 text-sm">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0">
              {t(entry.token ? "tokenSentence" : "sentence", {
                token: entry.token,
                who: entry.actor === "guest" ? t("guest") : labels.actor(entry.by) || t("shop"),
                what: label(entry.action),
              })}{" "}
              <span className="break-all text-ink-soft tabular-nums">
                {entry.subject === "user:unknown" ? (
                  t("unknown")
                ) : (
                  <span translate="no">{entry.subjectName || entry.subject.replace(/^[a-z]+:/, "")}</span>
                )}
              </span>
            </span>
            <span className="whitespace-nowrap text-ink-soft text-xs tabular-nums">
              <StaffTime at={entry.at} />
              {entry.address && ` · ${entry.address}`}
            </span>
          </p>
          <Changes entry={entry} />
          {entry.note && <p className="mt-1 whitespace-pre-line text-ink-soft">“{entry.note}”</p>}
        </li>
      ))}
    </ol>
  )
}

function Changes({ entry: { action, before, after } }: { entry: AuditEntry }) {
  const labels = useValueLabel(action)
  const changes = changesOf(before, after)
  if (changes.length === 0) return null
  return (
    <dl className="mt-1 grid grid-cols-[minmax(0,auto)_1fr] gap-x-4 text-xs">
      {changes.map(({ path, before, after }) => (
        <div key={path.join(".")} className="contents">
          <dt className="text-ink-soft">{labels.field(path)}</dt>
          <dd className="wrap-anywhere">
            {before !== undefined && (
              <del
                // A dash that is struck through reads as "=".
                className={cx("text-ink-soft", labels.value(path, before) === NOTHING && "no-underline")}
                translate={verbatim(labels.value(path, before))}
              >
                {labels.value(path, before)}
              </del>
            )}
            {before !== undefined && after !== undefined && " → "}
            {after !== undefined && (
              <ins className="no-underline" translate={verbatim(labels.value(path, after))}>
                {labels.value(path, after)}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
