import { useQuery } from "@tanstack/react-query"
import { Menu, Search, User } from "lucide-react"
import { useMatch } from "react-router-dom"
import { ButtonLink, IconButton } from "@/components/button"
import { LanguageSwitch } from "@/components/language-switch"
import { lazyDialog, lazySection } from "@/components/lazy-with-retry"
import { Link } from "@/components/link"
import { Wordmark } from "@/components/logo"
import { CartButton } from "@/features/cart/cart-button"
import { categoriesQuery } from "@/features/catalog/categories"
import { WishlistButton } from "@/features/wishlist/wishlist-button"
import { useTranslation, withTexts } from "@/i18n"
import { useBrand } from "@/i18n/brand"
import { cx } from "@/lib/cx"
import { useLoginAddress } from "@/lib/redirect"
import { useRateLimit } from "@/stores/rate-limit"
import { saveLanguage, useUser } from "@/stores/session"
import { keepAbove } from "./keep-above"
import { OfflineBanner } from "./link-state"
import { useOverlay } from "./use-overlay"

// Lazily loaded: few visitors open it.
const UserMenu = lazySection(
  () => withTexts(import("./user-menu"), "shell-more"),
  "UserMenu",
  <span className="inline-flex size-11 items-center justify-center">
    <AccountIcon />
  </span>,
)
const MobileMenu = lazyDialog(() => withTexts(import("./mobile-menu"), "shell-more"), "MobileMenu")
const RateLimitBanner = lazySection(() => import("./rate-limit-banner"), "RateLimitBanner")
const SearchOverlay = lazyDialog(() => withTexts(import("./search-overlay"), "shell-more"), "SearchOverlay")

/** Sticky header: links home, to the search, the cart, the wishlist and the account; `quiet`: home alone. */
export function Header({ quiet }: { quiet?: boolean }) {
  const { t } = useTranslation(["shell", "shop"])
  const limited = useRateLimit((state) => state.timestamp !== null)
  const overlay = useOverlay<"search" | "menu">()
  const brand = useBrand()

  return (
    <header
      ref={keepAbove}
      className="sticky short:static top-0 z-30 border-line border-b bg-ground print:static print:border-0 print:bg-transparent"
    >
      {limited && <RateLimitBanner />}
      <div className="page flex h-16 items-center gap-1 sm:gap-2 lg:h-20 lg:gap-8">
        {!quiet && (
          <IconButton
            label={t("menu")}
            aria-haspopup="dialog"
            className="-ml-3 lg:hidden print:hidden"
            onClick={() => overlay.show("menu")}
          >
            <Menu className="size-6" strokeWidth={1.75} />
          </IconButton>
        )}
        <Link to="/" className="inline-flex min-h-11 shrink-0 items-center rounded-sm">
          <Wordmark name={brand} className="max-[24rem]:*:first:hidden" />
        </Link>
        {!quiet && <MainNav />}
        <div className="ml-auto flex items-center print:hidden sm:gap-1">
          <div className={cx("mr-2", !quiet && "hidden md:block")}>
            <LanguageSwitch onChoose={saveLanguage} />
          </div>
          {!quiet && (
            <>
              <IconButton
                label={t("search")}
                aria-haspopup="dialog"
                aria-expanded={overlay.open === "search"}
                onClick={() => overlay.show("search")}
              >
                <Search className="size-5" strokeWidth={1.75} />
              </IconButton>
              <WishlistButton />
              <CartButton />
              <Account />
            </>
          )}
        </div>
      </div>
      <OfflineBanner />
      <SearchOverlay open={overlay.open === "search"} onOpenChange={overlay.toggle("search")} />
      <MobileMenu
        open={overlay.open === "menu"}
        onOpenChange={overlay.toggle("menu")}
        onSearch={() => overlay.show("search")}
      />
    </header>
  )
}

function MainNav() {
  const { t } = useTranslation(["shell", "shop"])
  const categories = useQuery(categoriesQuery)
  return (
    <nav aria-label={t("mainNav")} className="hidden min-w-0 overflow-hidden lg:block print:hidden">
      {/* As many categories as fit in one line; the footer and the product list have all of them. */}
      <ul className="flex h-11 flex-wrap items-center gap-x-7 overflow-hidden">
        <NavItem to="/products" label={t("shop:common.allProducts")} />
        <NavItem to="/rudraksha" label={t("mukhi")} />
        {categories.data?.slice(0, 5).map((category) => (
          <NavItem key={category._id} to={`/category/${category.slug}`} label={category.name} />
        ))}
      </ul>
    </nav>
  )
}

function NavItem({ to, label }: { to: string; label: string }) {
  const isActive = useMatch(to) !== null
  return (
    <li>
      <Link
        to={to}
        aria-current={isActive ? "page" : undefined}
        className={cx(
          "inline-flex min-h-11 items-center whitespace-nowrap underline-offset-8 transition-colors hover:text-accent focus-visible:-outline-offset-2",
          isActive && "underline decoration-2 decoration-gold",
        )}
      >
        {label}
      </Link>
    </li>
  )
}

function AccountIcon() {
  return <User className="size-5" strokeWidth={1.75} />
}

/** Login link or user menu; on a phone both are in the mobile menu. */
function Account() {
  const { t } = useTranslation("shell")
  const { user, isLoading } = useUser()
  const login = useLoginAddress()

  if (user) {
    return (
      <div className="max-sm:hidden">
        <UserMenu user={user} />
      </div>
    )
  }
  if (isLoading) {
    return (
      <span
        aria-hidden="true"
        className="inline-flex size-11 items-center justify-center text-line-strong max-sm:hidden"
      >
        <AccountIcon />
      </span>
    )
  }
  return (
    <ButtonLink to={login} variant="secondary" size="sm" className="ml-2 max-sm:hidden">
      {t("login")}
    </ButtonLink>
  )
}
