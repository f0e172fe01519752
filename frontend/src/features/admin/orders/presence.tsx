import { queryOptions, useQuery } from "@tanstack/react-query"
import { UserPen } from "lucide-react"
import { useEffect } from "react"
import { useTranslation } from "@/i18n"
import { api, type Schemas, unwrap } from "@/lib/api"
import { useTopic } from "@/lib/live"
import { useNow } from "@/lib/time"
import { useUser } from "@/stores/session"

/** Well within the time after which the server takes a silent page for gone. */
const SAY_EVERY_MS = 10_000

type Editors = Schemas["EditorsOut"]

const say = (subject: string, editing: boolean) =>
  unwrap(api.PUT("/api/admin/presence", { body: { subject, editing } })).catch(() => {
    // It only decorates the colleagues' screens.
  })

/** Tell the colleagues that this is open here to be edited. */
export function usePresence(subject: string, editing: boolean) {
  useEffect(() => {
    if (!editing) return
    void say(subject, true)
    const timer = window.setInterval(() => void say(subject, true), SAY_EVERY_MS)
    return () => {
      window.clearInterval(timer)
      void say(subject, false)
    }
  }, [subject, editing])
}

/** Nobody is asked for: the topic brings them. */
const editorsQuery = (subject: string) =>
  queryOptions<Editors>({
    queryKey: ["staff", "editors", subject],
    queryFn: () => ({ editors: [], version: 0 }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Which colleagues have this open to edit; they go by themselves when their page falls silent. */
export function EditedBy({ subject }: { subject: string }) {
  const { t } = useTranslation("adminOrders")
  const { user } = useUser()
  const query = editorsQuery(subject)
  const { data } = useQuery(query)
  useTopic(`presence:${subject}`, query)
  const now = useNow(5_000, (data?.editors.length ?? 0) > 0)
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
