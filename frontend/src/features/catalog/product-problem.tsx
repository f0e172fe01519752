import { useQuery } from "@tanstack/react-query"
import { Search } from "lucide-react"
import { useNavigate } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { TextField } from "@/components/field"
import { PageHead } from "@/components/page-head"
import { useTranslation } from "@/i18n"
import { retryOf } from "@/lib/retry-of"
import type { ProductDetail } from "@/lib/types"
import { isGone } from "./live-product"
import { ProductGrid } from "./product-grid"
import { similarQuery } from "./queries"
import { Suggestions } from "./suggestions"

type ProductProblemProps = {
  query: {
    data?: ProductDetail | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
  }
  /** The search terms in the URL, for similar products. */
  words?: string
  /** In a window instead of a page. */
  compact?: boolean
}

/** There is no such product, or it could not be fetched. */
export function ProductProblem({ query, words = "", compact }: ProductProblemProps) {
  const { t } = useTranslation()
  if (isGone(query)) {
    if (compact)
      return <EmptyState title={t("product.notFoundTitle")}>{t("product.notFoundText")}</EmptyState>
    return <NotFound words={words} />
  }
  return (
    <>
      {!compact && <PageHead />}
      <ErrorState compact={compact} fallback={t("product.failed")} {...retryOf(query)} />
    </>
  )
}

function NotFound({ words }: { words: string }) {
  const { t } = useTranslation()
  const similar = useQuery({ ...similarQuery(words.slice(0, 100)), enabled: words !== "" })
  return (
    <div className="page">
      <PageHead title={t("product.notFoundTitle")} />
      <EmptyState
        heading="h1"
        title={t("product.notFoundTitle")}
        action={
          <ButtonLink to="/products" variant="secondary">
            {t("category.allProducts")}
          </ButtonLink>
        }
      >
        {t("product.notFoundText")}
        <SearchForm />
      </EmptyState>
      {similar.data?.length ? (
        <section className="border-line border-t pt-10">
          <h2 className="mb-8 text-xl">{t("product.similar")}</h2>
          <ProductGrid products={similar.data} />
        </section>
      ) : (
        <Suggestions />
      )}
    </div>
  )
}

function SearchForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <search className="mt-7">
      <form
        action="/products"
        className="flex items-end gap-3 text-left"
        onSubmit={(event) => {
          event.preventDefault()
          const search = String(new FormData(event.currentTarget).get("search") ?? "").trim()
          if (search) void navigate(`/products?${new URLSearchParams({ search })}`)
        }}
      >
        <TextField
          name="search"
          type="search"
          maxLength={100}
          label={t("product.searchLabel")}
          placeholder={t("product.searchPlaceholder")}
          className="flex-1"
        />
        <Button type="submit" className="min-h-11.5">
          <Search className="size-4.5" />
          {t("product.search")}
        </Button>
      </form>
    </search>
  )
}
