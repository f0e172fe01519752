import { matchRoutes, type RouteObject } from "react-router-dom"
import { expect, test } from "vitest"
import { RequireLogin, RequireStaff } from "./guards"
import { listPages, routes } from "./routes"

/** Paths that belong to one customer. */
const CUSTOMERS = ["/profile", "/checkout", "/orders", "/orders/:orderId"]

const guardOf = (route: RouteObject) =>
  [RequireLogin, RequireStaff].find((guard) => (route.element as { type?: unknown } | null)?.type === guard)

test.each(listPages().map(({ path }) => path))("%s has the guard of those it belongs to", (path) => {
  const found = matchRoutes(routes, path.replace("*", "/no-such-page"))?.flatMap(
    ({ route }) => guardOf(route) ?? [],
  )

  const expected = path.startsWith("/admin") ? [RequireStaff] : CUSTOMERS.includes(path) ? [RequireLogin] : []
  expect(found).toEqual(expected)
})
