import { useMutation } from "@tanstack/react-query"
import { useSearchParams } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { ErrorNotice } from "@/components/error-notice"
import { Notice } from "@/components/notice"
import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { logOut } from "@/stores/session"

/** Target of the undo link in mails about a changed address or password; only its button changes anything. */
export function Component() {
  const { t } = useTranslation("account")
  const [search] = useSearchParams()
  const key = search.get("key") ?? ""
  const undo = useMutation({
    mutationFn: () => unwrap(api.POST("/api/auth/undo", { body: { key } })),
    onSuccess: () => void logOut().catch(() => {}),
  })
  return (
    <div className="page max-w-xl py-12 sm:py-20">
      <PageHead title={t("undo.title")} />
      <div className="rounded-lg border border-line bg-paper px-5 py-9 sm:px-10 sm:py-12">
        <h1 className="text-3xl">{t("undo.title")}</h1>
        {undo.isSuccess ? (
          <div className="mt-6 space-y-6">
            <Notice tone="success" announce title={t("undo.doneTitle")}>
              {t("undo.done")}
            </Notice>
            <ButtonLink to="/login">{t("undo.login")}</ButtonLink>
          </div>
        ) : key ? (
          <div className="mt-4 space-y-5">
            <p className="text-ink-soft">{t("undo.lead")}</p>
            <ul className="list-disc space-y-1.5 pl-5">
              <li>{t("undo.address")}</li>
              <li>{t("undo.password")}</li>
              <li>{t("undo.devices")}</li>
            </ul>
            <ErrorNotice error={undo.error} fallback={t("undo.failed")} />
            <Button className="max-sm:w-full" busy={undo.isPending} onClick={() => undo.mutate()}>
              {t("undo.confirm")}
            </Button>
            <p className="text-ink-soft text-sm">{t("undo.keep")}</p>
          </div>
        ) : (
          <Notice className="mt-6" tone="warning">
            {t("undo.incomplete")}
          </Notice>
        )}
      </div>
    </div>
  )
}
