import { useRouteError } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { GoBack } from "@/components/go-back"
import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"

/** After a deployment the chunks of an open page no longer exist; a reload fetches the new ones. */
const isMissingFile = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|Importing a module script/i.test(error.message)

export function RouteError() {
  const { t } = useTranslation("shell")
  const error = useRouteError()
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
      {isMissingFile(error) ? t("broken.outdated") : t("broken.text")}
    </EmptyState>
  )
}
