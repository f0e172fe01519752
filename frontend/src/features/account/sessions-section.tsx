import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { ErrorNotice } from "@/components/error-notice"
import { ErrorState } from "@/components/error-state"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { api, type Schemas, unwrap } from "@/lib/api"
import { retryOf } from "@/lib/retry-of"
import { formatDateTime } from "@/lib/time"
import { toast } from "@/lib/toast"
import { type User, useSession } from "@/stores/session"
import { sessionsQuery } from "./calls"
import { CodeForm } from "./code-form"
import { OwnerProof, useOwnerChange } from "./owner-proof"
import { Section } from "./section"
import { VerificationButtons } from "./verification-buttons"

type Session = Schemas["SessionOut"]

export function SessionsSection({ user }: { user: User }) {
  const { t, i18n } = useTranslation(["account", "shop"])
  const sessions = useQuery(sessionsQuery)
  // The device to be logged out, or all; kept while the dialog fades out.
  const [ending, setEnding] = useState<Session | "all">("all")
  const [asking, setAsking] = useState(false)
  const ask = (which: Session | "all") => {
    setEnding(which)
    setAsking(true)
  }

  return (
    <Section title={t("sessions.title")} lead={t("sessions.lead")}>
      {sessions.isPending ? (
        <div role="status" aria-label={t("shop:common.loading")} className="space-y-4">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      ) : !sessions.data ? (
        <ErrorState compact fallback={t("sessions.loadFailed")} {...retryOf(sessions)} />
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
                    className="shrink-0"
                    aria-label={t("sessions.endOf", { device })}
                    onClick={() => ask(session)}
                  >
                    {t("sessions.end")}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <Button variant="secondary" className="mt-6 max-sm:w-full" onClick={() => ask("all")}>
        {t("sessions.endAll")}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t(ending === "all" ? "sessions.endAll" : "sessions.end")}
      >
        <End
          user={user}
          session={ending === "all" ? null : ending}
          onClose={() => {
            setAsking(false)
            void sessions.refetch()
          }}
        />
      </Dialog>
    </Section>
  )
}

/** Log one device out, or all, once the person has confirmed that it is them. */
function End({ user, session, onClose }: { user: User; session: Session | null; onClose: () => void }) {
  const { t } = useTranslation("account")
  const navigate = useNavigate()
  const leave = useSession((held) => held.leave)
  const { verification, proof } = useOwnerChange<void, unknown>({
    purpose: "sessions",
    change: (proof) =>
      unwrap(api.POST("/api/auth/sessions/end", { body: { sessionId: session?._id ?? null, proof } })),
    onDone: () => {
      if (session) {
        toast.success(t("sessions.ended"))
        return onClose()
      }
      leave()
      navigate("/")
      toast.success(t("sessions.endedAll"))
    },
  })

  if (verification.sent) {
    return (
      <CodeForm
        to={user.email}
        verification={verification}
        sent={verification.sent}
        submit={t("sessions.confirm")}
        back={t("cancel")}
        failed={t("sessions.failed")}
        onBack={onClose}
      />
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        verification.requestCode()
      }}
      className="space-y-5"
    >
      <p className="text-ink-soft">
        {session
          ? t("sessions.endText", { device: session.device || t("sessions.unknown") })
          : t("sessions.endAllText")}
      </p>
      <ErrorNotice error={verification.problem} fallback={t("sessions.failed")} />
      <OwnerProof user={user} {...proof} />
      <VerificationButtons user={user} busy={verification.requesting} onCancel={onClose} />
    </form>
  )
}
