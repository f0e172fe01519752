import { useQuery } from "@tanstack/react-query"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { Panel } from "@/features/admin/shared/panel"
import { Loaded } from "@/features/admin/shared/table/loaded"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { cx } from "@/lib/cx"
import { formatStaffDateTime } from "@/lib/staff-time"
import { historyQuery } from "./queries"
import { useContentLabels } from "./use-labels"

const marks = { same: " ", added: "+", removed: "−" } as const
const looks = {
  same: "text-ink-soft",
  added: "bg-success-wash text-success",
  removed: "bg-danger-wash text-danger",
} as const

type EntryHistoryProps = { id: string; version: number; busy: boolean; onRestore: (number: number) => void }

/** The published versions of a text, what each changed, and a way back to each. */
export function EntryHistory({ id, version, busy, onRestore }: EntryHistoryProps) {
  const { t, i18n } = useTranslation("content")
  const history = useQuery(historyQuery(id, version))
  return (
    <Panel title={t("history.title")}>
      <div className="mt-3">
        <Loaded query={history} loading={t("history.loading")} failed={t("history.failed")}>
          {(revisions) =>
            revisions.length === 0 ? (
              <p className="text-ink-soft text-sm">{t("history.empty")}</p>
            ) : (
              <ol className="divide-y divide-line">
                {revisions.map((revision) => (
                  <li key={revision.number} className="py-3">
                    <div className="flex flex-wrap items-center justify-between gap-3">
                      <p className="text-sm">
                        {t(revision.isShipped ? "history.shipped" : "history.published", {
                          number: revision.number,
                          by: revision.publishedBy,
                          at: formatStaffDateTime(revision.publishedAt, i18n.language),
                        })}{" "}
                        {revision.isShown && <Badge tone="success">{t("history.shown")}</Badge>}
                      </p>
                      <Button
                        size="sm"
                        variant="secondary"
                        disabled={busy}
                        onClick={() => onRestore(revision.number)}
                      >
                        {t("history.restore")}
                      </Button>
                    </div>
                    {revision.changes.length > 0 && (
                      <details className="mt-1">
                        <summary className="min-h-8 cursor-pointer py-1 text-accent text-sm">
                          {t("history.changes", { count: revision.changes.length })}
                        </summary>
                        {revision.changes.map((diff) => (
                          <FieldDiff key={`${diff.language}-${diff.field}`} diff={diff} />
                        ))}
                      </details>
                    )}
                  </li>
                ))}
              </ol>
            )
          }
        </Loaded>
      </div>
    </Panel>
  )
}

function FieldDiff({ diff: { language, field, lines } }: { diff: Schemas["ContentFieldDiff"] }) {
  const { t } = useTranslation("content")
  const label = useContentLabels().field(field)
  return (
    <div className="mt-2">
      <p className="font-medium text-sm">
        {language ? t("inLanguage", { field: label, language: t(`languages.${language}`) }) : label}
      </p>
      <ul className="mt-1 overflow-x-auto rounded-sm border border-line font-mono text-xs leading-relaxed">
        {lines.map(({ kind, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never change places
          <li key={index} className={cx("whitespace-pre-wrap wrap-anywhere px-2", looks[kind])}>
            <span aria-hidden="true">{marks[kind]} </span>
            {kind !== "same" && <span className="sr-only">{t(`history.${kind}`)}: </span>}
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
