import { type UseQueryResult, useQuery } from "@tanstack/react-query"
import { X } from "lucide-react"
import { type ReactNode, useEffect } from "react"
import { ButtonLink, IconButton } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { PageHead } from "@/components/page-head"
import { PercentOff } from "@/components/percent-off"
import { Picture } from "@/components/picture"
import { Price } from "@/components/price"
import { Skeleton } from "@/components/skeleton"
import { AddToCart } from "@/features/cart/add-to-cart"
import { LazySuggestions } from "@/features/catalog/lazy-suggestions"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { loginAddress } from "@/lib/redirect"
import { retryOf } from "@/lib/retry-of"
import { toast } from "@/lib/toast"
import type { ProductCard } from "@/lib/types"
import { useGuestWishes } from "@/stores/guest-wishlist"
import { useSession } from "@/stores/session"
import { guestWishlistQuery, type Wishlist, wishlistQuery } from "./queries"
import { useWishlist } from "./use-wishlist"

const grid = "grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-7 md:grid-cols-3 lg:grid-cols-4"

export function Component() {
  const { t } = useTranslation("cart")
  const loggedIn = useSession(({ session }) => session !== null)
  return (
    <div className="page py-10 sm:py-14">
      <PageHead title={t("wishlist.title")} />
      {loggedIn ? <OfAccount /> : <OfGuest />}
    </div>
  )
}

function OfAccount() {
  const wishlist = useQuery(wishlistQuery)
  const { data, refetch } = wishlist
  // The live link names the products another screen added; their cards come with the next answer.
  const missing = data?.productIds.some((id) => !data.wishlist.some(({ _id }) => _id === id)) ?? false
  useEffect(() => {
    if (missing) void refetch()
  }, [missing, refetch])
  return <Wishes wishlist={wishlist} />
}

function OfGuest() {
  const ids = useGuestWishes((wishes) => wishes.ids)
  const wishlist = useQuery(guestWishlistQuery(ids))
  const stillWished = wishlist.data?.wishlist.filter(({ _id }) => ids.includes(_id))
  const data = wishlist.data &&
    stillWished && { ...wishlist.data, wishlist: stillWished, count: stillWished.length }
  return <Wishes wishlist={{ ...wishlist, data }} invitation={<LogIn />} />
}

/** Invitation to log in, so that the wishlist is on all devices. */
function LogIn() {
  const { t } = useTranslation("cart")
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-md border border-line bg-paper py-3.5 pr-3.5 pl-5 text-sm">
      <p className="min-w-48 flex-1 text-ink-soft">{t("wishlist.guest")}</p>
      <ButtonLink to={loginAddress("/wishlist")} variant="secondary" size="sm" className="min-h-11">
        {t("wishlist.logIn")}
      </ButtonLink>
    </div>
  )
}

type WishesProps = {
  wishlist: Pick<UseQueryResult<Wishlist>, "data" | "error" | "isFetching" | "refetch">
  /** Absent where somebody is logged in. */
  invitation?: ReactNode
}

function Wishes({ wishlist: { data, error, isFetching, refetch }, invitation }: WishesProps) {
  const { t } = useTranslation("cart")
  if (!data) {
    if (!error) return <Loading />
    return <ErrorState fallback={t("wishlist.failed")} {...retryOf({ error, isFetching, refetch })} />
  }
  return (
    <>
      {data.count === 0 ? (
        <>
          <EmptyState
            heading="h1"
            title={t("wishlist.empty")}
            action={
              <>
                <ButtonLink to="/products">{t("wishlist.browse")}</ButtonLink>
                {invitation && (
                  <ButtonLink to={loginAddress("/wishlist")} variant="secondary">
                    {t("wishlist.logIn")}
                  </ButtonLink>
                )}
              </>
            }
          >
            {t("wishlist.emptyText")}
            {invitation && <span className="mt-1 block">{t("wishlist.guestEmpty")}</span>}
          </EmptyState>
          <LazySuggestions />
        </>
      ) : (
        <>
          <h1 className="text-3xl">{t("wishlist.title")}</h1>
          {invitation}
          <ul className={`mt-8 ${grid}`}>
            {data.wishlist.map((product) => (
              <WishCard key={product._id} product={product} />
            ))}
          </ul>
        </>
      )}
      {data.hidden > 0 && (
        <p className="mt-10 text-ink-soft text-sm">{t("wishlist.hidden", { count: data.hidden })}</p>
      )}
    </>
  )
}

function WishCard({ product }: { product: ProductCard }) {
  const { t } = useTranslation(["cart", "shop"])
  const errorText = useErrorText()
  const { toggle } = useWishlist()
  const { title, slug } = product

  const remove = () =>
    toggle(product._id, {
      onSuccess: () => toast.success(t("shop:keep.unwished")),
      onError: (error) => toast.error(errorText(error, t("shop:keep.unwishFailed"))),
    })

  return (
    <li className="relative flex flex-col">
      <Picture
        picture={product.picture}
        alt=""
        sizes="(min-width: 64rem) 18rem, (min-width: 48rem) 30vw, 46vw"
        className="w-full rounded-md"
      />
      <PercentOff product={product} onPicture />
      <h2 className="mt-4 font-display text-lg leading-snug">{title}</h2>
      <div className="mt-1">
        <Price price={product.price} originalPrice={product.originalPrice} />
      </div>
      <IconButton
        label={t("shop:keep.unwishOf", { title })}
        onClick={remove}
        className="absolute top-1.5 right-1.5 rounded-full! bg-paper/90"
      >
        <X className="size-5" strokeWidth={1.75} />
      </IconButton>
      <div className="mt-auto flex flex-col gap-2 pt-4">
        <AddToCart product={product} />
        <ButtonLink to={`/products/${slug}`} variant="quiet" aria-label={t("wishlist.detailsOf", { title })}>
          {t("wishlist.details")}
        </ButtonLink>
      </div>
    </li>
  )
}

function Loading() {
  const { t } = useTranslation(["cart", "shop"])
  return (
    <>
      <h1 className="text-3xl">{t("wishlist.title")}</h1>
      <div role="status" aria-label={t("shop:common.loading")} className={`mt-8 ${grid}`}>
        {["first", "second", "third", "fourth"].map((card) => (
          <div key={card} className="space-y-4">
            <Skeleton className="aspect-square w-full rounded-md" />
            <Skeleton className="h-6 w-3/4" />
            <Skeleton className="h-11 w-full" />
          </div>
        ))}
      </div>
    </>
  )
}
