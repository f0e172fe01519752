import { useQuery } from "@tanstack/react-query"
import { Notice } from "@/components/notice"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import type { Schemas } from "@/lib/api"
import { formatStaffDateTime } from "@/lib/staff-time"
import { approversQuery } from "./queries"

/** The two people of an approval with the last change of their accounts: a second account of one person shows. */
export function ApprovalPeople({ requestedById }: { requestedById: string | null }) {
  const { t, i18n } = useTranslation("adminUsers")
  const errorText = useErrorText()
  const { data, error } = useQuery(approversQuery(requestedById))
  if (error) return <Notice tone="warning">{errorText(error, t("people.failed"))}</Notice>
  if (!data) return <Skeleton className="h-10" />
  const people = [data.requester, data.approver].filter((person) => person !== null)
  return (
    <div className="space-y-3 text-sm">
      <ul className="space-y-1">
        {people.map((person) => (
          <li key={person === data.approver ? "approver" : "requester"}>
            <span className="font-medium" translate="no">
              {person.name}
            </span>
            <span className="text-ink-soft">
              {" · "}
              {person === data.approver ? t("people.approver") : t("people.requester")}
            </span>
            <StaffChange change={person.lastChange} />
          </li>
        ))}
      </ul>
      {people.map(
        ({ name, approvesFrom }) =>
          approvesFrom && (
            <Notice key={approvesFrom} tone="warning">
              {t("people.waits", { name, when: formatStaffDateTime(approvesFrom, i18n.language) })}
            </Notice>
          ),
      )}
    </div>
  )
}

/** The newest change of a staff account by an admin. */
export function StaffChange({ change }: { change: Schemas["StaffChangeOut"] | null }) {
  const { t, i18n } = useTranslation("adminUsers")
  if (!change) return <p className="text-ink-soft">{t("people.noChange")}</p>
  const { kind, roleBefore, roleAfter, changedBy, confirmedBy } = change
  return (
    <p className="text-ink-soft">
      {t(`people.kinds.${kind}`, {
        before: t(`roles.${roleBefore}`),
        after: t(`roles.${roleAfter}`),
        when: formatStaffDateTime(change.createdAt, i18n.language),
        by: changedBy ?? t("people.commandLine"),
      })}
      {confirmedBy && ` ${t("people.confirmedBy", { name: confirmedBy })}`}
    </p>
  )
}
