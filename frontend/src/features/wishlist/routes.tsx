import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

/** For everybody: a guest's wishlist is kept in the browser. */
export const wishlistRoutes: RouteObject[] = [
  { path: "/wishlist", lazy: () => withTexts(import("./wishlist-page"), "cart") },
]
