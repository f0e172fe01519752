import { useRouteError } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { GoBack } from "@/components/go-back"
import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"

/** Without the network, or after a deployment, when the chunks of an open page no longer exist. */
const isMissingFile = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|Importing a module script/i.test(error.message)

export function RouteError() {
  const { t } = useTranslation("shell")
  const { t: common } = useTranslation()
  const error = useRouteError()
  const missing = navigator.onLine ? t("broken.outdated") : common("common.offline")
  return (
    <EmptyState
      heading="h1"
      title={t("broken.title")}
      action={
        <>
          <Button onClick={() => window.location.reload()}>{t("broken.reload")}</Button>
          <ButtonLink to="/" variant="secondary">
            {t("notFound.goHome")}
          </ButtonLink>
          <GoBack variant="quiet" />
        </>
      }
    >
      <PageHead title={t("broken.title")} />
      {isMissingFile(error) ? missing : t("broken.text")}
    </EmptyState>
  )
}
