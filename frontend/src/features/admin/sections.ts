import type { Right } from "@/stores/session"

/**
 * The staff pages in the order of their tabs, each with the right it needs; the first permitted one is the start page.
 * The server checks the rights on every call.
 */
export const sections = [
  { name: "dashboard", path: "/admin", right: "dashboard" },
  { name: "operations", path: "/admin/operations", right: "dashboard" },
  { name: "support", path: "/admin/support", right: "support" },
  { name: "contact", path: "/admin/contact", right: "support" },
  { name: "orders", path: "/admin/orders", right: "orders:read" },
  { name: "management", path: "/admin/order-management", right: "orders:read" },
  { name: "claims", path: "/admin/claims", right: "orders:read" },
  { name: "transactions", path: "/admin/transactions", right: "transactions" },
  { name: "cases", path: "/admin/cases", right: "cases" },
  { name: "webhooks", path: "/admin/webhooks", right: "transactions" },
  { name: "exports", path: "/admin/exports", right: "exports" },
  { name: "statements", path: "/admin/statements", right: "refunds" },
  { name: "products", path: "/admin/products", right: "catalogue" },
  { name: "categories", path: "/admin/categories", right: "catalogue" },
  { name: "reviews", path: "/admin/reviews", right: "reviews:read" },
  { name: "users", path: "/admin/users", right: "users" },
  { name: "audit", path: "/admin/audit", right: "audit" },
] as const satisfies readonly { name: string; path: string; right: Right }[]

export type Section = (typeof sections)[number]

/** The sections somebody with these rights may see. */
export const sectionsFor = (rights: readonly Right[]) =>
  sections.filter(({ right }) => rights.includes(right))

/** The section of a path: "/admin/orders" does not match "/admin/order-management". */
export const sectionAt = (pathname: string) =>
  sections.find(({ path }) =>
    path === "/admin" ? pathname === path : pathname === path || pathname.startsWith(`${path}/`),
  )
