import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { Picture } from "@/components/picture"
import { Price } from "@/components/price"
import { Rating } from "@/components/rating"
import { Skeleton } from "@/components/skeleton"
import { cx } from "@/lib/cx"
import type { ProductCard as Product } from "@/lib/types"
import { useBuyNow } from "@/stores/buy-now"
import { isScarce, StockNote } from "./stock-note"

type ProductCardProps = {
  product: Product
  /** Rows give the description more room than the grid does. */
  view?: "grid" | "rows"
  /** Among the first that are seen: its picture is not put off. */
  eager?: boolean
  /** The level that fits the headings around it. */
  heading?: "h2" | "h3"
}

export function ProductCard({ product, view = "grid", eager, heading: Heading = "h3" }: ProductCardProps) {
  const { t } = useTranslation()
  const openBuyNow = useBuyNow((state) => state.openBuyNow)
  const rows = view === "rows"
  return (
    <article
      className={cx(
        "group relative flex h-full",
        rows ? "gap-5 border-line border-b pb-6 sm:gap-8" : "flex-col gap-4",
      )}
    >
      <div className={cx("relative shrink-0 overflow-hidden rounded-md", rows ? "w-28 sm:w-48" : "w-full")}>
        <Picture
          src={product.mainImage}
          alt=""
          sizes={rows ? "12rem" : "(min-width: 80rem) 18rem, (min-width: 48rem) 30vw, 46vw"}
          eager={eager}
          className="[&>img]:transition-[scale] [&>img]:duration-700 group-hover:[&>img]:scale-103"
        />
        {product.discountPercentage > 0 && (
          <Badge className="absolute top-2.5 left-2.5 bg-paper text-accent">
            {t("card.off", { percent: product.discountPercentage })}
          </Badge>
        )}
        {isScarce(product) && (
          <Badge className="absolute bottom-2.5 left-2.5 bg-paper text-warning">
            <StockNote product={product} />
          </Badge>
        )}
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <Heading className="font-display text-lg leading-snug">
          {/* The whole card leads to the product; the button lies above this layer. */}
          <Link
            to={`/products/${product.slug}`}
            className="transition-colors after:absolute after:inset-0 group-hover:text-accent focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-4"
          >
            {product.title}
          </Link>
        </Heading>
        <p className={cx("mt-1 text-ink-soft text-sm", rows ? "line-clamp-3" : "line-clamp-2")}>
          {product.shortDescription}
        </p>
        <div className={cx("flex flex-col gap-3", rows ? "pt-3" : "mt-auto pt-3")}>
          <div className="flex flex-col justify-between gap-x-3 gap-y-0.5 sm:flex-row sm:items-baseline">
            <Price price={product.price} originalPrice={product.originalPrice} />
            <Rating rating={product.rating} sayNone />
          </div>
          <Button
            variant="secondary"
            size="sm"
            disabled={!product.isAvailable}
            aria-label={product.isAvailable ? t("card.buyNowOf", { title: product.title }) : undefined}
            onClick={() => openBuyNow(product)}
            className="relative self-start"
          >
            {product.isAvailable ? t("card.buyNow") : t("card.outOfStock")}
          </Button>
        </div>
      </div>
    </article>
  )
}

export function ProductCardSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="aspect-square w-full rounded-md" />
      <Skeleton className="h-6 w-3/4" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-6 w-1/3" />
      <Skeleton className="h-9 w-28" />
    </div>
  )
}
