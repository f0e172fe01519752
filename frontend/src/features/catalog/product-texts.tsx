import { useLayoutEffect, useRef } from "react"
import { useLocation, useNavigate, useNavigationType } from "react-router-dom"
import { lazySection } from "@/components/lazy-with-retry"
import { Skeleton } from "@/components/skeleton"
import { Tabs } from "@/components/tabs"
import { useTranslation, withTexts } from "@/i18n"
import { specificationNames } from "@/lib/product"
import type { ProductDetail } from "@/lib/types"
import { useHydrated } from "@/lib/use-hydrated"
import { Specifications } from "./specifications"

const ProductReviews = lazySection(
  () => withTexts(import("@/features/reviews/product-reviews"), "reviews", "photos"),
  "ProductReviews",
  <Skeleton className="h-64 w-full" />,
)

/** Tabs with the product's texts; the open tab is in the URL's hash, so that a link can open the reviews. */
export function ProductTexts({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const { hash, search, state } = useLocation()
  // The URL's hash is not sent to the server.
  const tab = useHydrated() ? hash.slice(1) : ""
  const navigate = useNavigate()
  const { count } = product.rating
  const section = useRef<HTMLDivElement>(null)
  const arrived = useNavigationType() !== "POP"
  // The hash's target was not rendered yet when the page was opened: scroll to it now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears.
  useLayoutEffect(() => {
    if (arrived && hash === "#reviews") section.current?.scrollIntoView()
  }, [])
  return (
    <div ref={section} className="mt-16 scroll-mt-28" id="reviews">
      <Tabs
        label={t("product.tabs")}
        value={tab}
        onChange={(chosen) =>
          void navigate({ search, hash: chosen }, { replace: true, state, preventScrollReset: true })
        }
        tabs={[
          { value: "details", label: t("product.details"), content: <Details product={product} /> },
          ...(specificationNames.some((name) => product.specifications[name])
            ? [
                {
                  value: "specifications",
                  label: t("product.specifications"),
                  content: <Specifications product={product} names={specificationNames} />,
                },
              ]
            : []),
          {
            value: "reviews",
            label: count > 0 ? t("product.reviewsCount", { count }) : t("product.reviews"),
            content: <ProductReviews slug={product.slug} title={product.title} rating={product.rating} />,
          },
        ]}
      />
      {/* Without script there is no opening another tab. */}
      <noscript>
        <Specifications product={product} names={specificationNames} />
      </noscript>
    </div>
  )
}

function Details({ product }: { product: ProductDetail }) {
  const { t } = useTranslation()
  const paragraphs = [product.description, ...product.longDescription.split(/\n+/)].filter(Boolean)
  return (
    <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[1.5fr_1fr]">
      <div className="max-w-2xl space-y-4">
        {[...new Set(paragraphs)].map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <div className="space-y-10">
        <Lines title={t("product.benefits")} lines={product.benefits} note={t("product.benefitsNote")} />
        <Lines title={t("product.care")} lines={product.care} />
      </div>
    </div>
  )
}

function Lines({ title, lines, note }: { title: string; lines: readonly string[]; note?: string }) {
  if (lines.length === 0) return null
  return (
    <section>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-3 space-y-2 text-ink-soft">
        {lines.map((line) => (
          <li
            key={line}
            className="relative pl-5 before:absolute before:top-3 before:left-0 before:size-1.5 before:rounded-full before:bg-gold"
          >
            {line}
          </li>
        ))}
      </ul>
      {note && <p className="mt-3 text-ink-soft text-xs">{note}</p>}
    </section>
  )
}
