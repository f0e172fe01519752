import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { ErrorState } from "@/components/error-state"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { formatDateTime } from "@/lib/time"
import { toast } from "@/lib/toast"
import { useSession } from "@/stores/session"
import { endSession, logOutEverywhere, sessionsQuery } from "./calls"
import { Section } from "./section"

export function SessionsSection() {
  const { t, i18n } = useTranslation(["account", "shop"])
  const errorText = useErrorText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = useSession((session) => session.leave)
  const sessions = useQuery(sessionsQuery)

  const end = useMutation({
    retry: false,
    mutationFn: endSession,
    onSuccess: (left) => {
      client.setQueryData(sessionsQuery.queryKey, left)
      toast.success(t("sessions.ended"))
    },
    onError: (error) => {
      toast.error(errorText(error, t("sessions.failed")))
      void sessions.refetch()
    },
  })
  const endAll = useMutation({
    retry: false,
    mutationFn: logOutEverywhere,
    onSuccess: () => {
      leave()
      navigate("/")
      toast.success(t("sessions.endedAll"))
    },
    onError: (error) => toast.error(errorText(error, t("sessions.failed"))),
  })

  return (
    <Section title={t("sessions.title")} lead={t("sessions.lead")}>
      {sessions.isPending ? (
        <div role="status" aria-label={t("shop:common.loading")} className="space-y-4">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      ) : !sessions.data ? (
        <ErrorState
          compact
          error={sessions.error}
          fallback={t("sessions.loadFailed")}
          retrying={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
        />
      ) : (
        <ul className="divide-y divide-line border-line border-b">
          {sessions.data.map((session) => {
            const device = session.device || t("sessions.unknown")
            return (
              <li key={session._id} className="flex items-center justify-between gap-4 py-3.5 first:pt-0">
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                    {device}
                    {session.current && <Badge tone="success">{t("sessions.current")}</Badge>}
                  </p>
                  <p className="text-ink-soft text-sm">
                    {t("sessions.used", { time: formatDateTime(session.lastUsedAt, i18n.language) })}
                  </p>
                  <p className="text-ink-soft text-sm">
                    {t("sessions.created", { time: formatDateTime(session.createdAt, i18n.language) })}
                  </p>
                </div>
                {!session.current && (
                  <Button
                    variant="quiet"
                    size="sm"
                    className="shrink-0 pointer-coarse:min-h-11"
                    aria-label={t("sessions.endOf", { device })}
                    busy={end.isPending && end.variables === session._id}
                    disabled={end.isPending}
                    onClick={() => end.mutate(session._id)}
                  >
                    {t("sessions.end")}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <Button
        variant="secondary"
        className="mt-6 max-sm:w-full"
        busy={endAll.isPending}
        onClick={() => endAll.mutate()}
      >
        {t("sessions.endAll")}
      </Button>
    </Section>
  )
}
