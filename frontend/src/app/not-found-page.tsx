import { useQuery } from "@tanstack/react-query"
import { Search } from "lucide-react"
import { data, Form, useLocation } from "react-router-dom"
import { ButtonLink } from "@/components/button"
import { GoBack } from "@/components/go-back"
import { Mark } from "@/components/logo"
import { PageHead } from "@/components/page-head"
import { ProductCard } from "@/features/catalog/product-card"
import { carouselQuery, similarQuery } from "@/features/catalog/queries"
import { useTranslation } from "@/i18n"
import { searchTermsOf } from "./search-terms"

const SHOWN = 4

export const loader = () => data(null, { status: 404 })

/** Any path that is no page; the server's answer was 404 too. */
export function Component() {
  const { t } = useTranslation("shell")

  return (
    <div className="page">
      <PageHead title={t("notFound.title")} />
      <div className="mx-auto flex max-w-xl flex-col items-center pt-16 text-center sm:pt-24">
        <Mark className="mb-6 size-12 text-gold" />
        <p className="eyebrow" aria-hidden="true">
          404
        </p>
        <h1 className="mt-2 text-3xl">{t("notFound.title")}</h1>
        <p className="mt-4 text-ink-soft">{t("notFound.text")}</p>
        <search className="mt-8 block w-full">
          <Form
            action="/products"
            className="flex items-center rounded-sm border border-line-strong bg-paper focus-within:border-accent focus-within:ring-2 focus-within:ring-accent"
          >
            <input
              type="search"
              name="search"
              maxLength={100}
              aria-label={t("notFound.search")}
              placeholder={t("searchPlaceholder")}
              className="h-12 min-w-0 flex-1 bg-transparent pl-4 outline-none placeholder:text-ink-faint"
            />
            <button
              type="submit"
              aria-label={t("search")}
              className="inline-flex size-12 items-center justify-center text-accent focus-visible:-outline-offset-4"
            >
              <Search className="size-5" />
            </button>
          </Form>
        </search>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <ButtonLink to="/">{t("notFound.goHome")}</ButtonLink>
          <GoBack />
        </div>
      </div>
      <Suggestions />
    </div>
  )
}

/** Products similar to the words of the address, filled up with featured ones; renders nothing without any. */
function Suggestions() {
  const { t } = useTranslation("shell")
  const terms = searchTermsOf(useLocation().pathname)
  const similar = useQuery({ ...similarQuery(terms), enabled: terms !== "" })
  const near = similar.data ?? []
  const settled = terms === "" || similar.isSuccess || similar.isError
  const featured = useQuery({ ...carouselQuery("featured"), enabled: settled && near.length < SHOWN })
  const others = featured.data?.filter(({ _id }) => !near.some((product) => product._id === _id)) ?? []
  const products = [...near, ...others].slice(0, SHOWN)
  if (products.length === 0) return null
  return (
    <section aria-labelledby="perhaps" className="mt-20 animate-fade-in">
      <h2 id="perhaps" className="mb-8 text-center text-2xl">
        {t("notFound.maybe")}
      </h2>
      <ul className="grid grid-cols-2 gap-x-5 gap-y-10 lg:grid-cols-4">
        {products.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
    </section>
  )
}
