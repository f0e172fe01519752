import {
  Activity,
  ClipboardList,
  FileDown,
  FilePenLine,
  Gem,
  HandCoins,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Mail,
  Package,
  Radio,
  ReceiptIndianRupee,
  Scale,
  ScrollText,
  SlidersHorizontal,
  Star,
  Tags,
  TicketPercent,
  TriangleAlert,
  Users,
  Webhook,
} from "lucide-react"
import type { Right } from "@/stores/session"

/**
 * The staff pages by the group and in the order of the rail, each with the right it needs; the first permitted one is
 * the start page. The server checks the rights on every call.
 */
export const sections = [
  { group: "today", name: "dashboard", path: "/admin", right: "dashboard", icon: LayoutDashboard },
  { group: "today", name: "live", path: "/admin/live", right: "dashboard", icon: Radio },
  { group: "today", name: "support", path: "/admin/support", right: "support", icon: LifeBuoy },
  { group: "today", name: "contact", path: "/admin/contact", right: "support", icon: Mail },
  { group: "today", name: "orders", path: "/admin/orders", right: "orders:read", icon: Package },
  {
    group: "today",
    name: "management",
    path: "/admin/order-management",
    right: "orders:read",
    icon: ClipboardList,
  },
  { group: "today", name: "claims", path: "/admin/claims", right: "orders:read", icon: HandCoins },
  {
    group: "today",
    name: "transactions",
    path: "/admin/transactions",
    right: "transactions",
    icon: ReceiptIndianRupee,
  },
  { group: "today", name: "cases", path: "/admin/cases", right: "cases", icon: TriangleAlert },
  { group: "shop", name: "products", path: "/admin/products", right: "catalogue", icon: Gem },
  { group: "shop", name: "categories", path: "/admin/categories", right: "catalogue", icon: Tags },
  { group: "shop", name: "discounts", path: "/admin/discounts", right: "catalogue", icon: TicketPercent },
  { group: "shop", name: "content", path: "/admin/content", right: "content", icon: FilePenLine },
  { group: "shop", name: "reviews", path: "/admin/reviews", right: "reviews:read", icon: Star },
  { group: "money", name: "statements", path: "/admin/statements", right: "refunds", icon: Landmark },
  { group: "money", name: "disputes", path: "/admin/disputes", right: "transactions", icon: Scale },
  { group: "money", name: "exports", path: "/admin/exports", right: "exports", icon: FileDown },
  { group: "money", name: "webhooks", path: "/admin/webhooks", right: "transactions", icon: Webhook },
  { group: "people", name: "users", path: "/admin/users", right: "users", icon: Users },
  { group: "people", name: "audit", path: "/admin/audit", right: "audit", icon: ScrollText },
  {
    group: "settings",
    name: "settings",
    path: "/admin/settings",
    right: "settings",
    icon: SlidersHorizontal,
  },
  { group: "settings", name: "operations", path: "/admin/operations", right: "dashboard", icon: Activity },
] as const satisfies readonly { group: string; name: string; path: string; right: Right; icon: LucideIcon }[]

export type Section = (typeof sections)[number]

/** The sections somebody with these rights may see. */
export const sectionsFor = (rights: readonly Right[]) =>
  sections.filter(({ right }) => rights.includes(right))

/** The sections by group, without empty groups. */
export function groupsOf(mine: readonly Section[]): { group: Section["group"]; sections: Section[] }[] {
  const groups = [...new Set(mine.map(({ group }) => group))]
  return groups.map((group) => ({ group, sections: mine.filter((section) => section.group === group) }))
}

/** The section of a path: "/admin/orders" does not match "/admin/order-management". */
export const sectionAt = (pathname: string) =>
  sections.find(({ path }) =>
    path === "/admin" ? pathname === path : pathname === path || pathname.startsWith(`${path}/`),
  )
