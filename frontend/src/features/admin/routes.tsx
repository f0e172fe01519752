import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

/** Pages for staff; the router puts its guard round them. */
export const adminRoutes: RouteObject[] = [
  {
    path: "/admin",
    lazy: () => withTexts(import("./admin-layout"), "admin"),
    children: [
      { index: true, lazy: () => import("./dashboard-page") },
      { path: "transactions", lazy: () => withTexts(import("./transactions-page"), "exports") },
      { path: "cases", lazy: () => import("./cases-page") },
      { path: "webhooks", lazy: () => withTexts(import("./webhooks-page"), "webhooks") },
      { path: "statements", lazy: () => withTexts(import("./statements-page"), "statements") },
      { path: "support", lazy: () => withTexts(import("./support/support-page"), "support") },
      { path: "exports", lazy: () => withTexts(import("./exports/exports-page"), "exports") },
      { path: "reviews", lazy: () => withTexts(import("./reviews-page"), "reviews") },
    ],
  },
]
