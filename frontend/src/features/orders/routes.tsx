import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

/** The router puts its guard round them. */
export const orderRoutes: RouteObject[] = [
  { path: "/orders", lazy: () => withTexts(import("./orders-page"), "orders") },
  { path: "/orders/:orderId", lazy: () => withTexts(import("./order-page"), "orders", "checkout") },
]
