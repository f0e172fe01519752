import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { ErrorState } from "@/components/error-state"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { retryOf } from "@/lib/retry-of"
import { formatDateTime } from "@/lib/time"
import { toast } from "@/lib/toast"
import { useAction } from "@/lib/use-action"
import {
  removeApp,
  removePasskey,
  renewRecoveryCodes,
  type SecondFactor,
  type SecondFactorData,
  secondFactorQuery,
} from "./second-factor/calls"
import { NewApp } from "./second-factor/new-app"
import { NewPasskey } from "./second-factor/new-passkey"
import { RecoveryCodes } from "./second-factor/recovery-codes"
import { Section } from "./section"

type Opened = "passkey" | "app" | null

/** A staff member's second factors: passkeys, the authenticator app, recovery codes. */
export function SecuritySection() {
  const { t, i18n } = useTranslation("secondFactor")
  const client = useQueryClient()
  const factor = useQuery(secondFactorQuery)
  const [opened, setOpened] = useState<Opened>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  const show = (data: SecondFactorData) => {
    client.setQueryData(secondFactorQuery.queryKey, data.secondFactor)
    if (data.recoveryCodes.length > 0) setCodes(data.recoveryCodes)
  }
  const added = (data: SecondFactorData) => {
    setOpened(null)
    toast.success(t("security.added"))
    show(data)
  }
  const change = useAction({
    act: (call: { id: string; run: () => Promise<SecondFactorData> }) => call.run(),
    onDone: show,
    failed: t("security.failed"),
  })
  const when = (at: string) => formatDateTime(at, i18n.language)
  const lines = ({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt?: string | null }) => [
    t("security.since", { time: when(createdAt) }),
    lastUsedAt ? t("security.used", { time: when(lastUsedAt) }) : t("security.unused"),
  ]
  const factorsOf = ({ passkeys, app, ways, recoveryCodesLeft }: SecondFactor) => [
    ...passkeys.map((passkey) => ({
      id: passkey._id,
      name: passkey.name,
      lines: lines(passkey),
      run: () => removePasskey(passkey._id),
    })),
    ...(app ? [{ id: "app", name: t("app.title"), lines: lines(app), run: removeApp }] : []),
    ...(ways.length > 0
      ? [
          {
            id: "codes",
            name: t("recovery.title"),
            lines: [t("recovery.left", { count: recoveryCodesLeft })],
            run: renewRecoveryCodes,
          },
        ]
      : []),
  ]

  return (
    <Section title={t("security.title")} lead={t("security.lead")}>
      {factor.isPending ? (
        <div role="status" aria-label={t("shop:common.loading")} className="space-y-4">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      ) : !factor.data ? (
        <ErrorState compact fallback={t("loadFailed")} {...retryOf(factor)} />
      ) : (
        <>
          {factor.data.ways.length === 0 && <p className="text-ink-soft">{t("security.none")}</p>}
          <ul className="divide-y divide-line border-line border-b">
            {factorsOf(factor.data).map(({ id, name, lines, run }) => (
              <li key={id} className="flex items-center justify-between gap-4 py-3.5 first:pt-0">
                <div className="min-w-0">
                  <p className="wrap-anywhere font-medium" translate="no">
                    {name}
                  </p>
                  {lines.map((line) => (
                    <p key={line} className="text-ink-soft text-sm">
                      {line}
                    </p>
                  ))}
                </div>
                <Button
                  variant="quiet"
                  size="sm"
                  className="shrink-0"
                  aria-label={id === "codes" ? undefined : t("security.removeOf", { name })}
                  busy={change.isPending && change.variables.id === id}
                  disabled={change.isPending}
                  onClick={() => change.mutate({ id, run })}
                >
                  {t(id === "codes" ? "recovery.renew" : "security.remove")}
                </Button>
              </li>
            ))}
          </ul>
          <div className="mt-6 flex flex-wrap gap-3 max-sm:flex-col">
            <Button variant="secondary" onClick={() => setOpened("passkey")}>
              {t("security.addPasskey")}
            </Button>
            <Button variant="secondary" onClick={() => setOpened("app")}>
              {factor.data.app ? t("security.replaceApp") : t("security.addApp")}
            </Button>
          </div>
        </>
      )}
      <Dialog
        open={opened !== null}
        onOpenChange={(stays) => !stays && setOpened(null)}
        title={opened === "app" ? t("app.title") : t("passkey.title")}
      >
        {opened === "app" ? <NewApp onDone={added} /> : <NewPasskey onDone={added} />}
      </Dialog>
      <Dialog
        open={codes !== null}
        onOpenChange={(stays) => !stays && setCodes(null)}
        title={t("recovery.title")}
      >
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />}
      </Dialog>
    </Section>
  )
}
