import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

const texts = ["orders", "checkout", "photos"] as const

/** The router puts its guard round them. */
export const orderRoutes: RouteObject[] = [
  { path: "/orders", lazy: () => withTexts(import("./orders-page"), "orders") },
  { path: "/orders/:orderId", lazy: () => withTexts(import("./order-page"), ...texts) },
]

/** For people without an account. */
export const trackingRoutes: RouteObject[] = [
  { path: "/order/:orderId", lazy: () => withTexts(import("./link-page"), ...texts) },
  { path: "/track-orders", lazy: () => withTexts(import("./track-orders-page"), "orders") },
  { path: "/my-data", lazy: () => withTexts(import("./my-data-page"), "orders") },
  { path: "/track-order", lazy: () => withTexts(import("./track-order-page"), "orders") },
]
