import { useQuery } from "@tanstack/react-query"
import { Button } from "@/components/button"
import { ErrorState } from "@/components/error-state"
import { PageHead } from "@/components/page-head"
import { Picture } from "@/components/picture"
import { Skeleton } from "@/components/skeleton"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { formatRupees } from "@/lib/money"
import { retryOf } from "@/lib/retry-of"
import { useBuyNow } from "@/stores/buy-now"

/** The sample shop's bead with a few of every kind of option. */
const SAMPLE = "4-mukhi-rudraksha"

/** A sample product and the button that opens the purchase, for trying the purchase out. */
export function Component() {
  const { t } = useTranslation("dev")
  const openBuyNow = useBuyNow((state) => state.openBuyNow)
  const product = useQuery({
    queryKey: ["product", SAMPLE],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET("/api/products/{slug}", { params: { path: { slug: SAMPLE } }, signal }))).product,
  })
  return (
    <div className="page max-w-3xl py-10 sm:py-14">
      <PageHead title={t("directBuy.title")} />
      <h1 className="text-3xl">{t("directBuy.title")}</h1>
      <p className="mt-3 text-ink-soft">{t("directBuy.lead")}</p>
      {product.data ? (
        <article className="mt-8 grid items-center gap-6 rounded-md bg-tile p-5 sm:grid-cols-[16rem_1fr] sm:p-8">
          <Picture src={product.data.mainImage} alt="" sizes="256px" className="w-full rounded-sm" />
          <div>
            <h2 className="text-xl">{product.data.title}</h2>
            <p className="mt-2 text-ink-soft">{product.data.shortDescription}</p>
            <p className="mt-4 text-lg tabular-nums">{formatRupees(product.data.price)}</p>
            <Button className="mt-5" onClick={() => openBuyNow(product.data)}>
              {t("directBuy.buy")}
            </Button>
          </div>
        </article>
      ) : product.error ? (
        <ErrorState fallback={t("directBuy.missing")} {...retryOf(product)} />
      ) : (
        <Skeleton className="mt-8 h-72 w-full" />
      )}
    </div>
  )
}
