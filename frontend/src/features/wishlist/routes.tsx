import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

/** The router puts its guard round them: a wishlist belongs to an account. */
export const wishlistRoutes: RouteObject[] = [
  { path: "/wishlist", lazy: () => withTexts(import("./wishlist-page"), "cart") },
]
