import { Fetched } from "@/features/admin/shared/load-problem"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { TextLink } from "@/features/admin/shared/text-link"
import { timelineQuery } from "@/features/admin/support/queries"
import { useTranslation } from "@/i18n"
import { useLiveQuery } from "@/lib/live"

/** Staff notes about the customer, newest first, and a form for another. */
export function CustomerNotes({ userId }: { userId: string }) {
  const { t } = useTranslation("adminUsers")
  const subject = `user:${userId}`
  const query = useLiveQuery(`support:${subject}`, timelineQuery(subject))
  const notes = query.data?.entries.filter(({ kind, text }) => kind === "note" && text).reverse() ?? []
  return (
    <Fetched query={query} loading={t("notes.loading")} failed={t("notes.failed")}>
      {() => (
        <>
          {notes.length === 0 && <p className="text-ink-soft">{t("notes.none")}</p>}
          <ul className="divide-y divide-line">
            {notes.map((note) => (
              <li key={note._id} className="py-2">
                <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
                <p className="text-ink-soft text-xs tabular-nums">
                  {note.actor} · <StaffTime at={note.at} />
                </p>
              </li>
            ))}
          </ul>
          <TextLink to={`/admin/support?subject=${encodeURIComponent(subject)}`}>{t("notes.write")}</TextLink>
        </>
      )}
    </Fetched>
  )
}
