import type { RouteObject } from "react-router-dom"
import { accountRoutes, profileRoutes } from "@/features/account/routes"
import { adminRoutes } from "@/features/admin/routes"
import { cartRoutes } from "@/features/cart/routes"
import { catalogRoutes } from "@/features/catalog/routes"
import { checkoutRoutes } from "@/features/checkout/routes"
import { devRoutes } from "@/features/dev/routes"
import { guidanceRoutes } from "@/features/guidance/routes"
import { orderRoutes, trackingRoutes } from "@/features/orders/routes"
import { pageRoutes } from "@/features/pages/routes"
import { paymentRoutes } from "@/features/payment/routes"
import { verifyRoutes } from "@/features/verify/routes"
import { wishlistRoutes } from "@/features/wishlist/routes"
import { RequireLogin, RequireStaff } from "./guards"
import { AppLayout } from "./layout"
import { RouteError } from "./route-error"
import { CatchErrors } from "./routing"

const notFound = () => import("./not-found-page")

/** Every page of the shop; the server answers 404 for any other path (project/storefront/urls.py has the same list). */
export const routes: RouteObject[] = [
  {
    element: (
      <CatchErrors Fallback={RouteError}>
        <AppLayout />
      </CatchErrors>
    ),
    children: [
      {
        // Inside the layout: a page that breaks leaves header and footer standing.
        element: <CatchErrors Fallback={RouteError} />,
        children: [
          ...catalogRoutes,
          ...paymentRoutes,
          ...trackingRoutes,
          ...accountRoutes,
          ...verifyRoutes,
          ...guidanceRoutes,
          ...pageRoutes,
          ...devRoutes(notFound),
          ...cartRoutes,
          ...wishlistRoutes,
          {
            element: <RequireLogin />,
            children: [...profileRoutes, ...checkoutRoutes, ...orderRoutes],
          },
          { element: <RequireStaff />, children: adminRoutes },
          { path: "*", lazy: notFound },
        ],
      },
    ],
  },
]
