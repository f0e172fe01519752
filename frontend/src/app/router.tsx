import { createBrowserRouter, Outlet } from "react-router-dom"
import { accountRoutes } from "@/features/account/routes"
import { adminRoutes } from "@/features/admin/routes"
import { catalogRoutes } from "@/features/catalog/routes"
import { paymentRoutes } from "@/features/payment/routes"
import { RequireStaff } from "./guards"
import { AppLayout } from "./layout"
import { NotFoundPage } from "./not-found-page"
import { RouteError } from "./route-error"

/** Every page of the shop; the server answers 404 for any other path (project/pages.py has the same list). */
export const router = createBrowserRouter([
  {
    element: <AppLayout />,
    errorElement: <RouteError />,
    // While the first page's code is on its way there is nothing to show that would not jump.
    hydrateFallbackElement: <div className="min-h-dvh" />,
    children: [
      {
        // Inside the layout: a page that breaks leaves header and footer standing.
        errorElement: <RouteError />,
        element: <Outlet />,
        children: [
          ...catalogRoutes,
          ...paymentRoutes,
          ...accountRoutes,
          { element: <RequireStaff />, children: adminRoutes },
          { path: "*", element: <NotFoundPage /> },
        ],
      },
    ],
  },
])
