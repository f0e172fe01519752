import type { RouteObject } from "react-router-dom"
import { withTexts } from "@/i18n"

const lazy = () => withTexts(import("./payment-page"), "payment")

/** One screen for every way back from the provider: what it shows comes from the server alone. */
export const paymentRoutes: RouteObject[] = [
  { path: "/payment/status", lazy },
  { path: "/payment-success", lazy },
  { path: "/order-confirmation/:transactionId", lazy },
  { path: "/confirmation/:transactionId", lazy },
  ...["failed", "success", "pending", "cancelled"].map((word) => ({
    path: `/confirmation/${word}/:transactionId`,
    lazy,
  })),
]
