import { useTranslation } from "@/i18n"
import { useHasPage } from "@/lib/pages"
import { useUser } from "@/stores/session"

export type PageLink = { to: string; label: string }

/** The shop's fixed pages, in the groups header, menu and footer show; only those that exist. */
export function useLinks() {
  const { t } = useTranslation(["shell", "shop"])
  const hasPage = useHasPage()
  const { user } = useUser()
  const present = (links: PageLink[]) => links.filter(({ to }) => hasPage(to))
  return {
    quick: present([
      { to: "/rudraksh-recommendation", label: t("footer.guidance") },
      { to: "/verify", label: t("footer.verify") },
      { to: "/about", label: t("footer.aboutUs") },
    ]),
    service: present([
      { to: "/contact", label: t("footer.contactUs") },
      { to: "/track-orders", label: t("footer.trackOrder") },
      { to: "/payment/status", label: t("footer.paymentStatus") },
      { to: "/orders", label: t("orders") },
      { to: "/wishlist", label: t("wishlist") },
      user ? { to: "/profile", label: t("profile") } : { to: "/login", label: t("footer.yourAccount") },
    ]),
    policies: present([
      { to: "/shipping", label: t("footer.shipping") },
      { to: "/returns", label: t("footer.returns") },
      { to: "/refund", label: t("footer.refund") },
      { to: "/replacement", label: t("footer.replacement") },
      { to: "/terms", label: t("footer.terms") },
      { to: "/privacy", label: t("footer.privacy") },
      { to: "/cookies", label: t("footer.cookies") },
      { to: "/disclaimer", label: t("footer.disclaimer") },
      { to: "/grievance", label: t("footer.grievancePage") },
    ]),
    /** Of whoever is logged in. */
    own: present([
      { to: "/orders", label: t("orders") },
      { to: "/profile", label: t("profile") },
    ]),
    // The first page of their own is the layout's choice.
    staff: user && user.role !== "customer" ? [{ to: "/admin", label: t("admin") }] : [],
  }
}
