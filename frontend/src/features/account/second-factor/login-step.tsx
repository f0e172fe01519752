import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/components/button"
import { ErrorState } from "@/components/error-state"
import { PageSpinner } from "@/components/spinner"
import { useTranslation } from "@/i18n"
import { retryOf } from "@/lib/retry-of"
import { logOut, useSession } from "@/stores/session"
import { type SecondFactorData, secondFactorQuery } from "./calls"
import { NewApp } from "./new-app"
import { NewPasskey } from "./new-passkey"
import { RecoveryCodes } from "./recovery-codes"
import { SkipSecondFactor } from "./skip-second-factor"
import { Verification } from "./verification"

/** The login of staff after its first step: prove the second factor, or set one up the first time. */
export function LoginStep() {
  const { t } = useTranslation("secondFactor")
  const proven = useSession((session) => session.proven)
  const factor = useQuery(secondFactorQuery)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const onSetUp = (data: SecondFactorData) =>
    data.recoveryCodes.length > 0 ? setCodes(data.recoveryCodes) : proven()

  if (codes) {
    return (
      <>
        <Title title={t("recovery.title")} />
        <RecoveryCodes codes={codes} onDone={proven} />
      </>
    )
  }
  if (!factor.data) {
    if (factor.error) {
      return <ErrorState fallback={t("loadFailed")} {...retryOf(factor)} />
    }
    return (
      <>
        <h1 className="sr-only">{t("verify.title")}</h1>
        <PageSpinner label={t("shop:common.loading")} />
      </>
    )
  }
  const isNew = factor.data.ways.length === 0
  return (
    <>
      {isNew ? (
        <>
          <Title title={t("enrol.title")} lead={t("enrol.lead")} />
          <div className="space-y-8">
            <section className="space-y-3">
              <h2 className="text-lg">{t("enrol.passkey")}</h2>
              <p className="text-ink-soft text-sm">{t("enrol.passkeyLead")}</p>
              <NewPasskey onDone={onSetUp} />
            </section>
            <section className="space-y-3 border-line border-t pt-6">
              <h2 className="text-lg">{t("enrol.app")}</h2>
              <p className="text-ink-soft text-sm">{t("enrol.appLead")}</p>
              <NewApp onDone={onSetUp} />
            </section>
            {factor.data.shortcut && <SkipSecondFactor onDone={proven} />}
          </div>
        </>
      ) : (
        <>
          <Title title={t("verify.title")} lead={t("verify.lead")} />
          <Verification factor={factor.data} onDone={proven} />
          <p className="mt-4 text-ink-soft text-sm">{t("verify.lost")}</p>
        </>
      )}
      <Button
        variant="quiet"
        size="sm"
        className="mt-6 -ml-3.5"
        onClick={() => void logOut().catch(() => {})}
      >
        {t("verify.other")}
      </Button>
    </>
  )
}

function Title({ title, lead }: { title: string; lead?: string }) {
  return (
    <div className="mb-6">
      <h1 className="text-3xl">{title}</h1>
      {lead && <p className="mt-3 text-ink-soft">{lead}</p>}
    </div>
  )
}
