import { useRouteError } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { GoBack } from "@/components/go-back"
import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"

/** After an update the files an open page refers to are gone; loading it anew brings the new ones. */
const isMissingFile = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|Importing a module script/i.test(error.message)

/** What stands in for a page that broke. */
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
