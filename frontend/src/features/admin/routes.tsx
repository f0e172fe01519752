import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

/** Pages for staff; the router puts its guard round them. */
export const adminRoutes: RouteObject[] = [
  {
    path: "/admin",
    lazy: () => withTexts(import("./admin-layout"), "admin"),
    children: [
      { index: true, lazy: () => import("./dashboard-page") },
      {
        path: "orders",
        lazy: () => withTexts(import("./orders/orders-page"), "adminOrders", "checkout", "exports"),
      },
      {
        path: "order-management",
        lazy: () => withTexts(import("./orders/management-page"), "adminOrders", "checkout", "exports"),
      },
      { path: "claims", lazy: () => withTexts(import("./claims/claims-page"), "adminOrders") },
      {
        path: "users",
        lazy: () => withTexts(import("./users/users-page"), "adminUsers", "audit", "exports"),
      },
      { path: "audit", lazy: () => withTexts(import("./audit/audit-page"), "audit") },
      { path: "transactions", lazy: () => withTexts(import("./transactions-page"), "exports") },
      { path: "products", lazy: () => withTexts(import("./products/products-page"), "adminProducts") },
      {
        path: "products/new",
        lazy: () => withTexts(import("./products/product-form-page"), "adminProducts"),
      },
      {
        path: "products/:id",
        lazy: () => withTexts(import("./products/product-form-page"), "adminProducts"),
      },
      {
        path: "categories",
        lazy: () => withTexts(import("./categories/categories-page"), "adminCategories", "adminProducts"),
      },
      { path: "cases", lazy: () => import("./cases-page") },
      { path: "webhooks", lazy: () => withTexts(import("./webhooks-page"), "webhooks") },
      { path: "support", lazy: () => withTexts(import("./support/support-page"), "support") },
      { path: "contact", lazy: () => withTexts(import("./support/tickets-page"), "support") },
      { path: "exports", lazy: () => withTexts(import("./exports/exports-page"), "exports") },
      { path: "statements", lazy: () => withTexts(import("./statements-page"), "statements") },
      { path: "reviews", lazy: () => withTexts(import("./reviews-page"), "reviews") },
    ],
  },
]
