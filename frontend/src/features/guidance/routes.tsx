import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

/** Which bead belongs to whom; with `?sign=leo` the page of one sign, which people pass on. */
export const guidanceRoutes: RouteObject[] = [
  {
    path: "/rudraksh-recommendation",
    lazy: () => withTexts(import("./recommendation-page"), "guidance"),
  },
]
