import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

export const accountRoutes: RouteObject[] = [
  { path: "/login", lazy: () => withTexts(import("./login-page"), "account", "checkout") },
  { path: "/account/undo", lazy: () => withTexts(import("./undo-page"), "account") },
]

/** The router puts its guard round them. */
export const profileRoutes: RouteObject[] = [
  { path: "/profile", lazy: () => withTexts(import("./profile-page"), "account", "checkout") },
]
