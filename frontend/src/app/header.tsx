import { useQuery } from "@tanstack/react-query"
import { LogIn, Menu, Search, User, X } from "lucide-react"
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { Link, NavLink, useLocation, useNavigate, useSearchParams } from "react-router-dom"
import { ButtonLink, IconButton } from "@/components/button"
import { LanguageSwitch } from "@/components/language-switch"
import { Wordmark } from "@/components/logo"
import { categoriesQuery } from "@/features/catalog/queries"
import { cx } from "@/lib/cx"
import { useUser } from "@/stores/session"

const UserMenu = lazy(() => import("./user-menu").then((module) => ({ default: module.UserMenu })))
const MobileMenu = lazy(() => import("./mobile-menu").then((module) => ({ default: module.MobileMenu })))

export function Header() {
  const { t } = useTranslation(["shell", "shop"])
  const { pathname } = useLocation()
  const [searching, setSearching] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  // Once opened it stays mounted, so that closing can be seen.
  const [menuUsed, setMenuUsed] = useState(false)
  if (menuOpen && !menuUsed) setMenuUsed(true)

  // Arriving somewhere closes what was open on the way.
  const [here, setHere] = useState(pathname)
  if (here !== pathname) {
    setHere(pathname)
    setSearching(false)
    setMenuOpen(false)
  }

  return (
    <header className="sticky top-0 z-30 border-line border-b bg-ground/95 backdrop-blur-sm">
      <div className="page flex h-16 items-center gap-2 lg:h-20 lg:gap-8">
        <IconButton label={t("menu")} className="-ml-3 lg:hidden" onClick={() => setMenuOpen(true)}>
          <Menu aria-hidden="true" className="size-6" />
        </IconButton>
        <Link to="/" className="inline-flex shrink-0 rounded-sm">
          <Wordmark name={t("shop:common.brand")} />
        </Link>
        <MainNav />
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <div className="hidden md:block">
            <LanguageSwitch />
          </div>
          <IconButton
            label={t("search")}
            aria-expanded={searching}
            aria-controls="search-bar"
            onClick={() => setSearching(!searching)}
          >
            {searching ? (
              <X aria-hidden="true" className="size-5" />
            ) : (
              <Search aria-hidden="true" className="size-5" />
            )}
          </IconButton>
          <Account />
        </div>
      </div>
      {searching && <SearchBar onDone={() => setSearching(false)} />}
      {menuUsed && (
        <Suspense fallback={null}>
          <MobileMenu open={menuOpen} onOpenChange={setMenuOpen} />
        </Suspense>
      )}
    </header>
  )
}

function MainNav() {
  const { t } = useTranslation(["shell", "shop"])
  const categories = useQuery(categoriesQuery)
  return (
    <nav aria-label={t("mainNav")} className="hidden lg:block">
      <ul className="flex items-center gap-7">
        <NavItem to="/products" label={t("shop:common.allProducts")} />
        {categories.data?.slice(0, 4).map((category) => (
          <NavItem key={category._id} to={`/category/${category.slug}`} label={category.name} />
        ))}
      </ul>
    </nav>
  )
}

function NavItem({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <NavLink
        to={to}
        className={({ isActive }) =>
          cx(
            "inline-flex min-h-11 items-center whitespace-nowrap underline-offset-8 transition-colors hover:text-accent",
            isActive && "underline decoration-2 decoration-gold",
          )
        }
      >
        {label}
      </NavLink>
    </li>
  )
}

function Account() {
  const { t } = useTranslation(["shell", "shop"])
  const { pathname, search } = useLocation()
  const { user, isLoading } = useUser()
  const icon = <User aria-hidden="true" className="size-5" />

  if (user) {
    return (
      <Suspense fallback={<span className="inline-flex size-11 items-center justify-center">{icon}</span>}>
        <UserMenu user={user} />
      </Suspense>
    )
  }
  if (isLoading) {
    return (
      <span aria-hidden="true" className="inline-flex size-11 items-center justify-center text-line-strong">
        {icon}
      </span>
    )
  }
  const back =
    pathname === "/" || pathname === "/login" ? "" : `?redirect=${encodeURIComponent(pathname + search)}`
  return (
    <>
      <ButtonLink to={`/login${back}`} variant="secondary" size="sm" className="max-sm:hidden">
        {t("login")}
      </ButtonLink>
      <Link
        to={`/login${back}`}
        aria-label={t("login")}
        title={t("login")}
        className="inline-flex size-11 items-center justify-center hover:text-accent sm:hidden"
      >
        <LogIn aria-hidden="true" className="size-5" />
      </Link>
    </>
  )
}

function SearchBar({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(["shell", "shop"])
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const input = useRef<HTMLInputElement>(null)
  // It appears because its button was pressed: that is where the reader wants to be.
  useEffect(() => input.current?.focus(), [])

  function search(form: FormData) {
    const text = String(form.get("search") ?? "").trim()
    onDone()
    navigate(text ? `/products?search=${encodeURIComponent(text)}` : "/products")
  }

  return (
    <search id="search-bar" className="block animate-fade-in border-line border-t bg-paper">
      <form
        action={search}
        className="page flex items-center gap-3 py-3"
        onKeyDown={(event) => event.key === "Escape" && onDone()}
      >
        <Search aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
        <input
          ref={input}
          type="search"
          name="search"
          defaultValue={params.get("search") ?? ""}
          maxLength={100}
          aria-label={t("searchLabel")}
          placeholder={t("searchPlaceholder")}
          className="h-11 min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-ink-faint"
        />
        <button type="submit" className="min-h-11 px-3 font-medium text-accent">
          {t("search")}
        </button>
      </form>
    </search>
  )
}
