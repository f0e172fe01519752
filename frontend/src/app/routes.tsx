import type { QueryClient } from "@tanstack/react-query"
import { type LoaderFunction, Outlet, type RouteObject } from "react-router-dom"
import { categoriesQuery } from "@/features/catalog/categories"
import { type Namespace, type TextKey, withTexts } from "@/i18n"
import { bannerQuery } from "@/lib/banner"
import { loadCode } from "@/lib/load-code"
import { shopQuery } from "@/lib/shop"
import { BrowserOnly } from "./browser-only"
import { RequireLogin, RequireLoginOrUnpaid, RequireStaff } from "./guards"
import { AppLayout } from "./layout"
import type { PageHandle, PageModule } from "./page-handle"
import { RouteError } from "./route-error"

/*
 * The routes of all pages, for the browser and for server rendering: the build writes the list of paths for Django from
 * this table (dist-server/pages.json). Django answers 404 for any other path.
 */

const modules = import.meta.glob<PageModule>(["/src/features/**/*-page.tsx", "!/src/features/admin/**"])
const notFound = async () => {
  const { Component, loader } = await loadCode(() => import("./not-found-page"))
  return import.meta.env.SSR ? { Component, loader } : { Component }
}

/** Return true when the server runs in development: only then does it serve its mailbox. */
const isDevelopment = async () => (await fetch("/dev/mail", { method: "HEAD" })).ok

function page(path: string, file: string, options: Partial<Omit<PageHandle, "file">> = {}): RouteObject {
  const { texts = [], access = "public" } = options
  const name = `/src/features/${file}.tsx`
  const load = file.startsWith("admin/")
    ? async () => (await import("./staff-modules")).loadStaffPage(name)
    : modules[name]
  if (!load) throw new Error(`there is no ${name}`)
  const handle: PageHandle = { ...options, file: name.slice(1), texts, access }
  // Of a private page the server renders the shell only.
  if (import.meta.env.SSR && access !== "public" && access !== "payment")
    return { path, handle, element: null }
  const lazy = async () => {
    if (access === "development" && !(await isDevelopment())) return notFound()
    const { Component, loader } = await withTexts(loadCode(load), ...texts)
    // On the server only: in the browser components fetch by themselves and render cached data meanwhile.
    return import.meta.env.SSR && loader ? { Component, loader } : { Component }
  }
  return { path, handle, lazy }
}

const LIST = [
  "search",
  "category",
  "minPrice",
  "maxPrice",
  "isFeatured",
  "inStock",
  "sortBy",
  "page",
] as const
const CATEGORY = LIST.filter((name) => name !== "search" && name !== "category")

const publicPages = [
  page("/", "catalog/home-page", { texts: ["home"], reads: ["/api/products/home"] }),
  page("/rudraksha", "catalog/mukhi-page", {
    texts: ["mukhi"],
    query: ["faces"],
    reads: ["/api/rudraksha"],
  }),
  page("/products", "catalog/list-page", {
    query: LIST,
    reads: [`/api/products?limit=12&${LIST.join("&")}`],
  }),
  page("/products/:slug", "catalog/product-page", {
    // The last one is for an unknown product.
    reads: ["/api/products/:slug", "/api/products/:slug/related?limit=4", "/api/products/trending?limit=6"],
  }),
  page("/product/:productId", "catalog/product-by-id-page", { reads: ["/api/products/id/:productId"] }),
  page("/category/:slug", "catalog/category-page", {
    query: CATEGORY,
    reads: ["/api/categories/:slug", `/api/products?limit=12&category=:slug&${CATEGORY.join("&")}`],
  }),
  page("/verify", "verify/verify-page", { texts: ["reviews"] }),
  page("/verify/:number", "verify/verify-page", {
    texts: ["reviews"],
    reads: ["/api/certificates/:number"],
  }),
  page("/rudraksh-recommendation", "guidance/recommendation-page", {
    texts: ["guidance"],
    query: ["sign"],
    reads: ["/api/astrology/signs", "/api/astrology/signs/{sign}"],
  }),
  ..."terms privacy cookies shipping returns refund replacement disclaimer grievance about"
    .split(" ")
    .map((name) =>
      page(`/${name}`, "pages/document-page", { texts: ["pages"], reads: [`/api/documents/${name}`] }),
    ),
  page("/contact", "pages/contact-page", { texts: ["pages"], reads: ["/api/documents/contact"] }),
]

const payment = (path: string, reads: readonly string[]) =>
  page(path, "payment/payment-page", {
    access: "payment",
    texts: ["payment", "payment-more"],
    query: ["transactionId", "merchantTransactionId", "orderId", "status"],
    reads,
  })
const STATUS = "/api/phonepe/status-check"
const NAMED_IN_QUERY = [`${STATUS}/{merchantTransactionId}`, `${STATUS}/{transactionId}`]

/** One screen for every return URL of the payment provider; the payment's status comes from the server alone. */
const paymentPages = [
  payment("/payment/status", NAMED_IN_QUERY),
  payment("/payment-success", NAMED_IN_QUERY),
  payment("/order-confirmation/:transactionId", [`${STATUS}/:transactionId`]),
  // The id may be a status word such as "failed"; the id is then in the query.
  payment("/confirmation/:transactionId", [`${STATUS}/:transactionId`, ...NAMED_IN_QUERY]),
  ...["failed", "success", "pending", "cancelled"].map((word) =>
    payment(`/confirmation/${word}/:transactionId`, [`${STATUS}/:transactionId`]),
  ),
]

type PrivateOptions = { texts?: readonly Namespace[]; title: TextKey<"shell"> }
const own = (path: string, file: string, options: PrivateOptions) =>
  page(path, file, { ...options, access: "private" })

const guestPages = [
  own("/login", "account/login-page", { texts: ["account", "checkout"], title: "account:login.title" }),
  own("/first-admin", "account/first-admin-page", {
    texts: ["account", "checkout"],
    title: "account:firstAdmin.title",
  }),
  own("/account/undo", "account/undo-page", { texts: ["account"], title: "account:undo.title" }),
  own("/cart", "cart/cart-page", { texts: ["cart", "checkout"], title: "cart:title" }),
  own("/wishlist", "wishlist/wishlist-page", { texts: ["cart"], title: "cart:wishlist.title" }),
  own("/order/:orderId", "orders/link-page", {
    texts: ["orders", "checkout", "photos", "cash"],
    title: "orders:title",
  }),
  own("/track-orders", "orders/track-orders-page", { texts: ["orders"], title: "orders:track.title" }),
  own("/my-data", "orders/my-data-page", { texts: ["orders"], title: "orders:data.title" }),
  own("/track-order", "orders/track-order-page", {
    texts: ["orders", "payment-more"],
    title: "orders:transaction.title",
  }),
  own("/wall", "admin/live/wall-page", {
    texts: ["admin", "liveView", "checkout"],
    title: "liveView:wall.title",
  }),
  page("/dev/components", "dev/components-page", { access: "development" }),
  page("/test-direct-buy", "dev/test-direct-buy-page", {
    access: "development",
    texts: ["dev"],
    title: "dev:directBuy.title",
  }),
]

// The guards of these and of the staff's pages use the texts of "account".
const customerPages = [
  own("/profile", "account/profile-page", { texts: ["account", "checkout"], title: "account:profile.title" }),
  own("/orders/:orderId", "orders/order-page", {
    texts: ["account", "orders", "checkout", "photos", "cash"],
    title: "orders:title",
  }),
]

const pagesOfUnpaid = [
  own("/checkout", "checkout/checkout-page", {
    texts: ["account", "checkout", "cash"],
    title: "checkout:cartTitle",
  }),
  own("/orders", "orders/orders-page", { texts: ["account", "orders"], title: "orders:title" }),
]

const staff = (path: string, file: string, ...texts: Namespace[]) =>
  own(path, `admin/${file}`, { texts, title: "admin:title" })

const staffPages: RouteObject = Object.assign(
  staff("/admin", "admin-layout", "account", "admin", "shell-more"),
  {
    children: [
      staff("", "dashboard/dashboard-page"),
      staff("live", "live/live-page", "liveView", "checkout"),
      staff("operations", "operations/operations-page", "operations"),
      staff("orders", "orders/orders-page", "adminOrders", "cash", "exports"),
      staff("order-management", "orders/orders-page", "adminOrders", "cash", "exports"),
      staff("orders/:orderId", "orders/order-page", "adminOrders", "cash", "checkout", "support"),
      staff("claims", "claims/claims-page", "adminOrders"),
      staff("users", "users/users-page", "adminUsers", "audit", "exports"),
      staff("audit", "audit/audit-page", "audit", "adminSettings"),
      staff("settings", "settings/settings-page", "adminSettings", "checkout"),
      staff("settings/connections", "connections/connections-page", "adminSettings"),
      staff("users/tokens", "tokens/tokens-page", "adminUsers", "audit"),
      staff("users/webhooks", "webhook-endpoints/endpoints-page", "adminUsers"),
      staff("users/webhooks/:endpointId", "webhook-endpoints/deliveries-page", "adminUsers"),
      staff("transactions", "transactions/transactions-page", "exports", "payHealth"),
      staff("products", "products/products-page", "adminProducts"),
      staff("products/new", "products/product-form-page", "adminProducts"),
      staff("products/:id", "products/product-form-page", "adminProducts"),
      staff("categories", "categories/categories-page", "adminCategories", "adminProducts"),
      staff("move-in", "move-in/move-in-page", "moveIn"),
      staff("move-in/:importId", "move-in/import-page", "moveIn"),
      staff("discounts", "discounts/discounts-page", "discounts", "exports"),
      staff("discounts/:code", "discounts/discount-page", "discounts"),
      staff("content", "content/content-page", "content"),
      staff("content/:key", "content/entry-page", "content"),
      staff("old-addresses", "old-addresses/old-addresses-page", "content"),
      staff("cases", "cases/cases-page"),
      staff("disputes", "disputes/disputes-page", "disputes"),
      staff("disputes/:id", "disputes/dispute-page", "disputes"),
      staff("webhooks", "webhooks/webhooks-page", "webhooks"),
      staff("support", "support/support-page", "support"),
      staff("contact", "contact/contact-page", "support"),
      staff("exports", "exports/exports-page", "exports", "discounts"),
      staff("statements", "statements/statements-page", "statements"),
      staff("statements/bank", "bank/bank-page", "bank", "exports"),
      staff("reviews", "reviews/reviews-page", "reviews"),
    ],
  },
)

/** API paths that banner, header and footer of every page read. */
const SHELL_READS = ["/api/shop", "/api/categories", "/api/banner"]

const loadShell: LoaderFunction<QueryClient> = async ({ context: client }) => {
  await Promise.all([
    client.prefetchQuery(shopQuery),
    client.prefetchQuery(categoriesQuery),
    client.prefetchQuery(bannerQuery),
  ])
  return null
}

export const routes: RouteObject[] = [
  {
    element: <AppLayout />,
    ErrorBoundary: RouteError,
    ...(import.meta.env.SSR && { loader: loadShell }),
    children: [
      {
        // Inside the layout: the error page of a crashed page keeps header and footer.
        element: <Outlet />,
        ErrorBoundary: RouteError,
        children: [
          ...publicPages,
          ...paymentPages,
          {
            element: <BrowserOnly />,
            children: [
              ...guestPages,
              { element: <RequireLogin />, children: customerPages },
              { element: <RequireLoginOrUnpaid />, children: pagesOfUnpaid },
              { element: <RequireStaff />, children: [staffPages] },
            ],
          },
          { path: "*", lazy: notFound },
        ],
      },
    ],
  },
]

type ListedPage = Required<Pick<PageHandle, "access" | "query" | "reads">> & { path: string }

/** List all pages for Django; "*" is the page of every unknown path. */
export const listPages = (): ListedPage[] => [
  ...listWithin(routes),
  { path: "*", access: "public", query: [], reads: SHELL_READS },
]

function listWithin(routes: RouteObject[], parent = ""): ListedPage[] {
  return routes.flatMap(({ path = "", handle, children }) => {
    const whole = path.startsWith("/") ? path : [parent, path].filter(Boolean).join("/")
    const below = children ? listWithin(children, whole) : []
    if (!handle) return below
    const { access, query = [], reads = [] } = handle as PageHandle
    return [{ path: whole, access, query, reads: [...SHELL_READS, ...reads] }, ...below]
  })
}
