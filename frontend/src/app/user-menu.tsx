import { LayoutDashboard, LogOut, Package, ReceiptIndianRupee, User as UserIcon } from "lucide-react"
import { useNavigate } from "react-router-dom"
import { IconButton } from "@/components/button"
import { Menu, MenuItem, MenuLink, MenuNote } from "@/components/menu"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { toast } from "@/lib/toast"
import { logOut, type User } from "@/stores/session"
import { useLinks } from "./links"

const icons: Record<string, typeof UserIcon> = {
  "/orders": Package,
  "/profile": UserIcon,
  "/admin": LayoutDashboard,
  "/admin/transactions": ReceiptIndianRupee,
}

export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslation("shell-more")
  const leave = useLogOut()
  const { own, staff } = useLinks()
  return (
    <Menu
      trigger={
        <IconButton label={t("account", { name: user.name || user.email })}>
          <UserIcon className="size-5" strokeWidth={1.75} />
        </IconButton>
      }
    >
      <MenuNote>
        <SignedInAs user={user} />
      </MenuNote>
      {[...own, ...staff].map(({ to, label }) => {
        const Icon = icons[to] ?? UserIcon
        return (
          <MenuLink key={to} to={to}>
            <Icon className="size-4.5" strokeWidth={1.75} />
            {label}
          </MenuLink>
        )
      })}
      <MenuItem onClick={leave}>
        <LogOut className="size-4.5" strokeWidth={1.75} />
        {t("logout")}
      </MenuItem>
    </Menu>
  )
}

export function SignedInAs({ user }: { user: User }) {
  const { t } = useTranslation("shell-more")
  return (
    <>
      {user.name && (
        <span className="block font-medium text-base text-ink" translate="no">
          {user.name}
        </span>
      )}
      {t("signedInAs")}{" "}
      <span className="break-all text-ink" translate="no">
        {user.email}
      </span>
    </>
  )
}

/** Log out and go home; the token is removed here even when the request fails. */
export function useLogOut() {
  const { t } = useTranslation("shell-more")
  const errorText = useErrorText()
  const navigate = useNavigate()
  return async () => {
    try {
      const done = logOut()
      navigate("/")
      await done
      toast.success(t("loggedOut"))
    } catch (error) {
      toast.error(errorText(error))
    }
  }
}
