import { useLabels } from "@/features/admin/shared/labels"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { useTranslation } from "@/i18n"
import type { Schemas } from "@/lib/api"
import { cx } from "@/lib/cx"
import { verbatim } from "@/lib/verbatim"
import { changesOf } from "./changes"
import { NOTHING, useValueLabel } from "./use-value-label"

type AuditEntry = Schemas["AuditRow"]

/** Translate an action of the log; an unknown one is shown as it is. */
export const actions = [
  "order_moved",
  "order_moved_unpaid",
  "order_refunded_sent",
  "order_certificate_given",
  "order_certificate_taken_back",
  "order_pay_to_given",
  "order_pay_to_removed",
  "address_erased",
  "refund_sent",
  "return_moved",
  "claim_proposed",
  "claim_approved",
  "claim_declined",
  "claim_paid",
  "user_role_changed",
  "user_blocked",
  "user_unblocked",
  "user_confirmed",
  "user_logged_in",
  "user_login_failed",
  "user_proof_failed",
  "user_email_changed",
  "user_email_set",
  "user_password_changed",
  "user_password_forgotten",
  "user_sessions_ended",
  "user_change_undone",
  "user_deleted",
  "second_factor_passkey_added",
  "second_factor_passkey_removed",
  "second_factor_app_added",
  "second_factor_app_removed",
  "second_factor_codes_renewed",
  "second_factor_proven",
  "second_factor_locked",
  "second_factor_reset",
  "product_created",
  "product_changed",
  "product_archived",
  "product_restored",
  "product_deleted",
  "stock_counted",
  "category_created",
  "category_changed",
  "category_deleted",
  "discount_created",
  "discount_changed",
  "discount_archived",
  "discount_restored",
  "discount_deleted",
  "discount_batch_created",
  "discount_batch_off",
  "content_saved",
  "content_discarded",
  "content_restored",
  "content_published",
  "content_reset",
  "certificate_issued",
  "certificate_voided",
  "payment_checked",
  "refund_requested",
  "refund_approved",
  "refund_declined",
  "refund_retried",
  "dispute_opened",
  "dispute_changed",
  "dispute_open",
  "dispute_under_review",
  "dispute_won",
  "dispute_lost",
  "dispute_accepted",
  "dispute_closed",
  "dispute_evidence",
  "case_acted",
  "case_closed",
  "message_replayed",
  "settings_changed",
  "settings_restored",
  "shop_restored",
  "shop_numbers_skipped",
  "statement_imported",
  "bank_account_added",
  "bank_statement_imported",
  "bank_matched",
  "bank_unmatched",
  "bank_set_aside",
  "mail_sent_again",
  "support_looked",
  "support_note",
  "support_mail",
  "support_whatsapp",
  "support_handed_over",
  "support_closed",
  "contact_moved",
  "export_started",
  "export_cancelled",
  "export_downloaded",
  "live_wall_opened",
  "review_published",
  "review_rejected",
  "review_reopened",
] as const

export function useActionLabel() {
  const { t } = useTranslation("audit")
  return (action: string) => {
    const known = actions.find((name) => name === action.replaceAll(".", "_"))
    return known ? t(`actions.${known}`) : action
  }
}

/** Entries of the log: actor, action, object, time, address and changes. */
export function AuditList({ entries }: { entries: readonly AuditEntry[] }) {
  const { t } = useTranslation("audit")
  const label = useActionLabel()
  const labels = useLabels()
  return (
    <ol aria-label={t("title")} className="divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry._id} data-entry={entry.action} className="px-4 py-3 text-sm">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="min-w-0">
              {t("sentence", {
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
