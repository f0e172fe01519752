import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { PageTitle } from "@/components/page-title"

/** Any path that is no page; the server's answer was 404 too. */
export function NotFoundPage() {
  const { t } = useTranslation("shell")
  const navigate = useNavigate()
  // React Router numbers its own entries; 0 is the first page of this visit, with nothing of ours before it.
  const goBack = () => (window.history.state?.idx > 0 ? navigate(-1) : navigate("/"))
  return (
    <>
      <PageTitle title={t("notFound.title")} />
      <p className="pt-20 text-center font-display text-5xl text-line-strong" aria-hidden="true">
        404
      </p>
      <EmptyState
        heading="h1"
        title={t("notFound.title")}
        action={
          <>
            <ButtonLink to="/">{t("notFound.goHome")}</ButtonLink>
            <Button variant="secondary" onClick={goBack}>
              {t("notFound.goBack")}
            </Button>
          </>
        }
      >
        {t("notFound.text")}
      </EmptyState>
    </>
  )
}
