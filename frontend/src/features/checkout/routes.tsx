import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

/** For whoever is logged in; guests buy in the window and try again through their order's private link. */
export const checkoutRoutes: RouteObject[] = [
  { path: "/checkout", lazy: () => withTexts(import("./checkout-page"), "checkout") },
]
