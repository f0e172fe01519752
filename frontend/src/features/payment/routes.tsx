import type { RouteObject } from "react-router-dom"

const lazy = () => import("./payment-page")

/** One screen for every way back from the provider: what it shows comes from the server alone. */
export const paymentRoutes: RouteObject[] = [
  { path: "/payment/status", lazy },
  { path: "/payment-success", lazy },
  { path: "/order-confirmation/:transactionId", lazy },
  { path: "/confirmation/:transactionId", lazy },
]
