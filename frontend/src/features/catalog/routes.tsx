import type { RouteObject } from "react-router-dom"

export const catalogRoutes: RouteObject[] = [{ path: "/", lazy: () => import("./home-page") }]
