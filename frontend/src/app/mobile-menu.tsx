import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { Button, ButtonLink } from "@/components/button"
import { Drawer } from "@/components/drawer"
import { LanguageSwitch } from "@/components/language-switch"
import { categoriesQuery } from "@/features/catalog/queries"
import { useUser } from "@/stores/session"
import { useLogOut } from "./user-menu"

type MobileMenuProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The header's contents where it has no room for them. */
export function MobileMenu({ open, onOpenChange }: MobileMenuProps) {
  const { t } = useTranslation(["shell", "shop"])
  const { user } = useUser()
  const leave = useLogOut()
  const categories = useQuery(categoriesQuery)
  const close = () => onOpenChange(false)

  const links = [
    { to: "/", label: t("shop:common.home") },
    { to: "/products", label: t("shop:common.allProducts") },
    ...(categories.data ?? []).map(({ slug, name }) => ({ to: `/category/${slug}`, label: name })),
    { to: "/payment/status", label: t("footer.paymentStatus") },
    ...(user?.isAdmin ? [{ to: "/admin", label: t("admin") }] : []),
    ...(user?.role === "support" ? [{ to: "/admin/transactions", label: t("transactions") }] : []),
  ]

  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="left"
      title={t("menu")}
      footer={
        <div className="flex items-center justify-between gap-4">
          <LanguageSwitch />
          {user ? (
            <Button
              variant="secondary"
              size="sm"
              onClick={() => {
                close()
                leave()
              }}
            >
              {t("logout")}
            </Button>
          ) : (
            <ButtonLink to="/login" variant="secondary" size="sm" onClick={close}>
              {t("login")}
            </ButtonLink>
          )}
        </div>
      }
    >
      {user && (
        <p className="mb-4 border-line border-b pb-4 text-ink-soft text-sm">
          {user.name && <span className="block font-medium text-base text-ink">{user.name}</span>}
          {t("signedInAs")} <span className="text-ink">{user.email}</span>
        </p>
      )}
      <nav aria-label={t("mainNav")}>
        <ul>
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={close}
                className="flex min-h-12 items-center font-display text-lg hover:text-accent"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Drawer>
  )
}
