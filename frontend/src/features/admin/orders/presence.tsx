import { queryOptions } from "@tanstack/react-query"
import { UserPen } from "lucide-react"
import { useEffect } from "react"
import { useTranslation } from "@/i18n"
import { api, type Schemas, unwrap } from "@/lib/api"
import { useServerNow } from "@/lib/clock"
import { useLiveQuery } from "@/lib/live"
import { useUser } from "@/stores/session"

/** Heartbeat interval, well below the server's timeout. */
const SAY_EVERY_MS = 10_000

const say = (subject: string, editing: boolean) =>
  unwrap(api.PUT("/api/admin/presence", { body: { subject, editing } })).catch(() => {
    // Presence is optional: errors are ignored.
  })

/** Announce to colleagues that this is being edited here. */
export function usePresence(subject: string) {
  useEffect(() => {
    void say(subject, true)
    const timer = window.setInterval(() => void say(subject, true), SAY_EVERY_MS)
    return () => {
      window.clearInterval(timer)
      void say(subject, false)
    }
  }, [subject])
}

/** Never fetched: the topic sets the data. */
const editorsQuery = (subject: string) =>
  queryOptions<Schemas["EditorsOut"]>({
    queryKey: ["staff", "editors", subject],
    queryFn: () => ({ editors: [], version: 0 }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Colleagues who are editing this; they disappear when their heartbeat stops. */
export function EditedBy({ subject }: { subject: string }) {
  const { t } = useTranslation("adminOrders")
  const { user } = useUser()
  const { data } = useLiveQuery(`presence:${subject}`, editorsQuery(subject))
  const now = useServerNow(5_000, (data?.editors.length ?? 0) > 0)
  const others = (data?.editors ?? []).filter(({ _id, until }) => _id !== user?._id && until > now)
  return (
    <p
      role="status"
      className={others.length > 0 ? "flex items-center gap-2 text-sm text-warning" : "sr-only"}
    >
      {others.length > 0 && (
        <>
          <UserPen aria-hidden="true" className="size-4.5" />
          {t("presence", { names: others.map(({ name }) => name).join(", ") })}
        </>
      )}
    </p>
  )
}
