import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

const document = () => withTexts(import("./document-page"), "pages")

/** The fixed pages; their words come from the server, which fills in the shop's own numbers. */
export const pageRoutes: RouteObject[] = [
  ...[
    "terms",
    "privacy",
    "cookies",
    "shipping",
    "returns",
    "refund",
    "replacement",
    "disclaimer",
    "grievance",
    "about",
  ].map((name) => ({ path: `/${name}`, lazy: document })),
  { path: "/contact", lazy: () => withTexts(import("./contact-page"), "pages") },
]
