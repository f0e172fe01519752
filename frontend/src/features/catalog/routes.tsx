import type { RouteObject } from "react-router-dom"

export const catalogRoutes: RouteObject[] = [
  { path: "/", lazy: () => import("./home-page") },
  { path: "/products", lazy: () => import("./list-page") },
  { path: "/products/:slug", lazy: () => import("./product-page") },
  { path: "/product/:productId", lazy: () => import("./product-by-id-page") },
  { path: "/category/:slug", lazy: () => import("./category-page") },
]
