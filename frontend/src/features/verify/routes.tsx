import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

const lazy = () => withTexts(import("./verify-page"), "reviews")

/** Where a certificate's QR code leads, and where its number can be typed. */
export const verifyRoutes: RouteObject[] = [
  { path: "/verify", lazy },
  { path: "/verify/:number", lazy },
]
