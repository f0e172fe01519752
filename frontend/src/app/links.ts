import { useTranslation } from "@/i18n"
import { useUser } from "@/stores/session"

export type PageLink = { to: string; label: string }

const POLICIES = [
  "shipping",
  "returns",
  "refund",
  "replacement",
  "terms",
  "privacy",
  "cookies",
  "disclaimer",
  "grievance",
] as const

/** The shop's fixed pages, in the groups header, menu and footer show. */
export function useLinks() {
  const { t } = useTranslation(["shell-more", "shell"])
  const { user } = useUser()
  return {
    quick: [
      { to: "/rudraksha", label: t("shell:mukhi") },
      { to: "/rudraksh-recommendation", label: t("footer.guidance") },
      { to: "/verify", label: t("footer.verify") },
      { to: "/about", label: t("footer.aboutUs") },
    ],
    service: [
      { to: "/contact", label: t("footer.contactUs") },
      { to: "/track-orders", label: t("footer.trackOrder") },
      { to: "/payment/status", label: t("footer.paymentStatus") },
      { to: "/my-data", label: t("footer.myData") },
      { to: "/orders", label: t("orders") },
      { to: "/wishlist", label: t("wishlist") },
      user ? { to: "/profile", label: t("profile") } : { to: "/login", label: t("footer.yourAccount") },
    ],
    policies: POLICIES.map((name) => ({ to: `/${name}`, label: t(`footer.${name}`) })),
    /** For logged-in users. */
    own: [
      { to: "/orders", label: t("orders") },
      { to: "/profile", label: t("profile") },
    ],
    // The layout redirects to the first section that the user may see.
    staff: user && user.role !== "customer" ? [{ to: "/admin", label: t("admin") }] : [],
  }
}
