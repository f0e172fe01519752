import type { ReactNode } from "react"
import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

type Page = () => Promise<{ Component: () => ReactNode }>

/** Whether this server shows what is for developers only, as it does its mailbox. */
const isDevelopment = async () => (await fetch("/dev/mail", { method: "HEAD" })).ok

/** Pages for developers; `notFound` is what everybody else sees there. */
export const devRoutes = (notFound: Page): RouteObject[] => [
  {
    path: "/dev/components",
    lazy: async () => ((await isDevelopment()) ? import("./components-page") : notFound()),
  },
  {
    path: "/test-direct-buy",
    lazy: async () =>
      (await isDevelopment()) ? withTexts(import("./test-direct-buy-page"), "dev") : notFound(),
  },
]
