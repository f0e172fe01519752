import { useQuery } from "@tanstack/react-query"
import { Search } from "lucide-react"
import { type ReactNode, useId } from "react"
import { useLocation } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { Drawer } from "@/components/drawer"
import { LanguageSwitch } from "@/components/language-switch"
import { Link } from "@/components/link"
import { Picture } from "@/components/picture"
import { categoriesQuery } from "@/features/catalog/categories"
import { useTranslation } from "@/i18n"
import { useLoginAddress } from "@/lib/redirect"
import { saveLanguage, useUser } from "@/stores/session"
import { type PageLink, useLinks } from "./links"
import { SignedInAs, useLogOut } from "./user-menu"

type MobileMenuProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onSearch: () => void
}

/** The header's links and those to the other pages of the shop, for narrow screens. */
export function MobileMenu({ open, onOpenChange, onSearch }: MobileMenuProps) {
  const { t } = useTranslation(["shell-more", "shell", "shop"])
  const { pathname } = useLocation()
  const { user } = useUser()
  const leave = useLogOut()
  const links = useLinks()
  const categories = useQuery(categoriesQuery)
  const close = () => onOpenChange(false)
  const login = useLoginAddress()

  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="left"
      title={t("shell:menu")}
      footer={
        <div className="flex items-center justify-between gap-4">
          <LanguageSwitch onChoose={saveLanguage} />
          {user ? (
            <Button
              variant="secondary"
              onClick={() => {
                close()
                leave()
              }}
            >
              {t("logout")}
            </Button>
          ) : (
            <ButtonLink to={login} onClick={close}>
              {t("shell:login")}
            </ButtonLink>
          )}
        </div>
      }
    >
      {user && (
        <p className="mb-5 border-line border-b pb-5 text-ink-soft text-sm">
          <SignedInAs user={user} />
        </p>
      )}
      <button
        type="button"
        onClick={onSearch}
        className="mb-6 flex min-h-12 w-full items-center gap-3 rounded-sm border border-line-strong bg-ground px-4 text-left text-ink-soft hover:border-accent"
      >
        <Search className="size-5" strokeWidth={1.75} />
        {t("shell:searchLabel")}
      </button>
      <nav aria-label={t("shell:mainNav")}>
        <ul className="border-line border-b pb-4">
          {[
            { to: "/", label: t("shop:common.home") },
            { to: "/products", label: t("shop:common.allProducts") },
          ].map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={close}
                aria-current={to === pathname ? "page" : undefined}
                className="flex min-h-12 items-center font-display text-lg hover:text-accent"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <Part title={t("kinds")}>
          {categories.data?.map(({ slug, name, picture }) => (
            <li key={slug}>
              <Link
                to={`/category/${slug}`}
                onClick={close}
                className="flex min-h-13 items-center gap-4 hover:text-accent"
              >
                <Picture picture={picture} alt="" sizes="2.75rem" className="w-11 rounded-sm" />
                {name}
              </Link>
            </li>
          ))}
        </Part>
        <Links title={t("yours")} links={[...links.own, ...links.staff]} onFollow={close} />
        <Links
          title={t("footer.service")}
          links={[
            ...links.quick,
            ...links.service.filter(({ to }) => !links.own.some((own) => own.to === to)),
          ]}
          onFollow={close}
        />
        <Links title={t("footer.policies")} links={links.policies} onFollow={close} />
      </nav>
    </Drawer>
  )
}

type LinksProps = { title: string; links: readonly PageLink[]; onFollow: () => void }

function Links({ title, links, onFollow }: LinksProps) {
  if (links.length === 0) return null
  return (
    <Part title={title}>
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} onClick={onFollow} className="flex min-h-11 items-center hover:text-accent">
            {label}
          </Link>
        </li>
      ))}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="pt-6">
      <h3 id={id} className="eyebrow mb-1 font-text">
        {title}
      </h3>
      <ul>{children}</ul>
    </section>
  )
}
