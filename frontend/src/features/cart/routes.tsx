import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

export const cartRoutes: RouteObject[] = [
  { path: "/cart", lazy: () => withTexts(import("./cart-page"), "cart", "checkout") },
]
