import { useTranslation } from "react-i18next"
import { ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { PageTitle } from "@/components/page-title"
import { ApiError } from "@/lib/api"

type ProductProblemProps = {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}

/** There is no such product, or it could not be fetched. */
export function ProductProblem({ query: { error, isFetching, refetch } }: ProductProblemProps) {
  const { t } = useTranslation()
  if (error instanceof ApiError && error.status === 404) {
    return (
      <>
        <PageTitle title={t("product.notFoundTitle")} />
        <EmptyState
          heading="h1"
          title={t("product.notFoundTitle")}
          action={<ButtonLink to="/products">{t("category.allProducts")}</ButtonLink>}
        >
          {t("product.notFoundText")}
        </EmptyState>
      </>
    )
  }
  return (
    <ErrorState
      error={error}
      fallback={t("product.failed")}
      retrying={isFetching}
      onRetry={() => refetch()}
    />
  )
}
