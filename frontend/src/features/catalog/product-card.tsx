import { Eye } from "lucide-react"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { Link } from "@/components/link"
import { PercentOff } from "@/components/percent-off"
import { Picture } from "@/components/picture"
import { Price } from "@/components/price"
import { Rating } from "@/components/rating"
import { Skeleton } from "@/components/skeleton"
import { AddToCart } from "@/features/cart/add-to-cart"
import { WishButton } from "@/features/wishlist/wish-button"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import type { ProductCard as Product } from "@/lib/types"
import { useBuyNow } from "@/stores/buy-now"
import type { ListView } from "@/stores/preferences"
import { useQuickViewLink } from "./quick-view-link"
import { isScarce, StockNote } from "./stock-note"

type ProductCardProps = {
  product: Product
  /** Rows give the description more room than the grid does; dense cards show what is compared, and no buttons. */
  view?: ListView
  /** Shown at four times the size of the others in its grid. */
  lead?: boolean
  /** Width of the picture in the grid, as a `sizes` attribute. */
  sizes?: string
  /** On the first screen: its picture is loaded eagerly. */
  eager?: boolean
  /** The level that fits the headings around it. */
  heading?: "h2" | "h3"
}

/** A product in a list. The whole card is a link to its page; the buttons lie above that link. */
export function ProductCard({
  product,
  view = "grid",
  lead,
  sizes = lead
    ? "(min-width: 80rem) 48rem, (min-width: 48rem) 62vw, 94vw"
    : "(min-width: 80rem) 23rem, (min-width: 48rem) 30vw, 46vw",
  eager,
  heading: Heading = "h3",
}: ProductCardProps) {
  const { t } = useTranslation()
  const openBuyNow = useBuyNow((state) => state.openBuyNow)
  const quickView = useQuickViewLink(product.slug)
  const rows = view === "rows"
  const dense = view === "dense"
  const { title } = product
  return (
    <article
      className={cx(
        "group relative flex h-full",
        rows ? "gap-5 border-line border-b pb-6 sm:gap-8" : dense ? "flex-col gap-2.5" : "flex-col gap-4",
      )}
    >
      <div
        className={cx(
          "relative shrink-0 self-start",
          rows ? "w-28 sm:w-52" : "w-full",
          lead && "md:min-h-[30rem] md:flex-1",
        )}
      >
        <Picture
          picture={product.picture}
          src={product.mainImage}
          alt=""
          sizes={rows ? "(min-width: 40rem) 13rem, 7rem" : dense ? "(min-width: 80rem) 12rem, 30vw" : sizes}
          eager={eager}
          // Its box is as tall as two cards: nothing is cut off.
          fit={lead ? "extend" : "cover"}
          className={cx(
            lead && "md:absolute! md:inset-0 md:aspect-auto!",
            "rounded-md [&_img]:transition-[scale] [&_img]:duration-700 group-hover:[&_img]:scale-103",
          )}
        />
        {!rows && <PercentOff product={product} onPicture />}
        {isScarce(product) && (
          <Badge className="absolute bottom-2.5 left-2.5 bg-paper! text-warning!">
            <StockNote product={product} />
          </Badge>
        )}
        {/* Elsewhere its button says so. */}
        {dense && !product.isAvailable && (
          <Badge className="absolute bottom-2.5 left-2.5 bg-paper!">{t("card.outOfStock")}</Badge>
        )}
        {view === "grid" && <WishButton product={product} className="absolute top-1.5 right-1.5" />}
        <Link
          {...quickView}
          aria-label={t("card.quickViewOf", { title })}
          title={t("card.quickView")}
          className={cx(
            "absolute right-1.5 bottom-1.5 z-1 inline-flex size-11 items-center justify-center rounded-full bg-paper/90 text-ink transition-[opacity,color] hover:text-accent",
            // With a mouse it appears on hover.
            "pointer-fine:opacity-0 focus-visible:opacity-100 group-hover:opacity-100 group-focus-within:opacity-100",
            view !== "grid" && "max-sm:hidden",
          )}
        >
          <Eye className="size-5" strokeWidth={1.75} />
        </Link>
      </div>
      <div className={cx("flex min-w-0 flex-col", lead ? "max-md:flex-1" : "flex-1")}>
        <Heading
          className={cx(
            "font-display leading-snug",
            dense ? "text-base" : lead ? "text-xl lg:text-2xl" : "text-lg",
          )}
        >
          <Link
            to={`/products/${product.slug}`}
            className="transition-colors after:absolute after:inset-0 group-hover:text-accent focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:outline-offset-4"
          >
            {title}
          </Link>
        </Heading>
        {!dense && (
          <p
            className={cx(
              "mt-1 text-ink-soft",
              lead ? "max-w-lg" : "text-sm",
              rows ? "line-clamp-3" : "line-clamp-2",
            )}
          >
            {product.shortDescription}
          </p>
        )}
        <div className={cx("flex flex-col gap-3 pt-3", !rows && "mt-auto", dense && "pt-1!")}>
          {/* Stacked, the prices of neighbours are on one line, rated or not. */}
          <div className="flex flex-col-reverse justify-between gap-x-3 gap-y-0.5 sm:flex-row sm:flex-wrap sm:items-baseline">
            <Price
              price={product.price}
              originalPrice={product.originalPrice}
              isLowest={product.hasVariants}
              size={dense ? "sm" : "md"}
            />
            <Rating rating={product.rating} />
          </div>
          {!dense && (
            <div className="relative z-1 flex items-center gap-1">
              {/* One box of two actions. */}
              <div
                className={cx(
                  "flex rounded-sm border border-line-strong print:hidden",
                  rows ? "w-56" : lead ? "w-full md:max-w-72" : "w-full",
                )}
              >
                {product.hasVariants ? (
                  <AddToCart product={product} variant="quiet" size="sm" className="min-h-11 flex-1 px-2!" />
                ) : (
                  <Button
                    variant="quiet"
                    size="sm"
                    disabled={!product.isAvailable}
                    aria-label={product.isAvailable ? t("card.buyNowOf", { title }) : undefined}
                    onClick={() => openBuyNow(product)}
                    className="min-h-11 flex-1 px-2!"
                  >
                    {product.isAvailable ? t("card.buyNow") : t("card.outOfStock")}
                  </Button>
                )}
                {product.isAvailable && !product.hasVariants && (
                  <AddToCart
                    product={product}
                    compact
                    variant="quiet"
                    size="sm"
                    className="size-11 rounded-none! border-line-strong border-l px-0"
                  />
                )}
              </div>
              {rows && <WishButton product={product} />}
            </div>
          )}
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
      <Skeleton className="h-11 w-full" />
    </div>
  )
}
