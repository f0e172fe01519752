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
  PackageOpen,
  Radio,
  ReceiptIndianRupee,
  Scale,
  ScrollText,
  Signpost,
  SlidersHorizontal,
  Star,
  Tags,
  TicketPercent,
  TriangleAlert,
  Users,
  Webhook,
} from "lucide-react"
import type { Right } from "@/stores/session"

type Group = "today" | "shop" | "money" | "people" | "settings"

const section = <N extends string>(
  group: Group,
  name: N,
  right: Right,
  icon: LucideIcon,
  path = `/admin/${name}`,
) => ({ group, name, right, icon, path })

/**
 * The staff pages by the group and in the order of the rail, each with the right it needs; the first permitted one is
 * the start page. The server checks the rights on every call. The texts are `tabs` of i18n's admin.json.
 */
export const sections = [
  section("today", "dashboard", "dashboard", LayoutDashboard, "/admin"),
  section("today", "live", "dashboard", Radio),
  section("today", "support", "support", LifeBuoy),
  section("today", "contact", "support", Mail),
  section("today", "orders", "orders:read", Package),
  section("today", "management", "orders:read", ClipboardList, "/admin/order-management"),
  section("today", "claims", "orders:read", HandCoins),
  section("today", "transactions", "transactions", ReceiptIndianRupee),
  section("today", "cases", "cases", TriangleAlert),
  section("shop", "products", "catalogue", Gem),
  section("shop", "categories", "catalogue", Tags),
  section("shop", "discounts", "catalogue", TicketPercent),
  section("shop", "moveIn", "catalogue", PackageOpen, "/admin/move-in"),
  section("shop", "content", "content", FilePenLine),
  section("shop", "addresses", "catalogue", Signpost, "/admin/old-addresses"),
  section("shop", "reviews", "reviews:read", Star),
  section("money", "statements", "refunds", Landmark),
  section("money", "disputes", "transactions", Scale),
  section("money", "exports", "exports", FileDown),
  section("money", "webhooks", "transactions", Webhook),
  section("people", "users", "users", Users),
  section("people", "audit", "audit", ScrollText),
  section("settings", "settings", "settings", SlidersHorizontal),
  section("settings", "operations", "dashboard", Activity),
] as const

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
