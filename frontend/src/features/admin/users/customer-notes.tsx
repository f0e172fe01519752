import { useQuery } from "@tanstack/react-query"
import { Link } from "@/components/link"
import { LoadProblem } from "@/features/admin/shared/load-problem"
import { StaffTime } from "@/features/admin/shared/staff-time"
import { type SupportTimeline, timelineQuery } from "@/features/admin/support/queries"
import { useTranslation } from "@/i18n"
import { useTopic } from "@/lib/live"
import { retryOf } from "@/lib/retry-of"

/** Staff notes about the customer, newest first, and a form for another. */
export function CustomerNotes({ userId }: { userId: string }) {
  const { t } = useTranslation("adminUsers")
  const subject = `user:${userId}`
  const query = timelineQuery(subject)
  const { data, error, isFetching, refetch } = useQuery(query)
  useTopic<SupportTimeline>(`support:${subject}`, query)
  if (!data) {
    return error ? (
      <LoadProblem title={t("notes.failed")} {...retryOf({ error, isFetching, refetch })} />
    ) : (
      <p role="status" className="text-ink-soft">
        {t("notes.loading")}
      </p>
    )
  }
  const notes = data.entries.filter(({ kind, text }) => kind === "note" && text).reverse()
  return (
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
      <Link
        to={`/admin/support?subject=${encodeURIComponent(subject)}`}
        className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
      >
        {t("notes.write")}
      </Link>
    </>
  )
}
