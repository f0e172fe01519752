import { matchRoutes, type RouteObject } from "react-router-dom"
import { expect, test } from "vitest"
import { RequireLogin, RequireLoginOrUnpaid, RequireStaff } from "./guards"
import { listPages, routes } from "./routes"

/** Paths that belong to one customer. */
const CUSTOMERS = ["/profile", "/orders/:orderId"]
/** Where a guest finds an order that waits for payment. */
const ALSO_GUESTS = ["/checkout", "/orders"]

const guardOf = (route: RouteObject) =>
  [RequireLogin, RequireLoginOrUnpaid, RequireStaff].find(
    (guard) => (route.element as { type?: unknown } | null)?.type === guard,
  )

test.each(listPages().map(({ path }) => path))("%s has the guard of those it belongs to", (path) => {
  const found = matchRoutes(routes, path.replace("*", "/no-such-page"))?.flatMap(
    ({ route }) => guardOf(route) ?? [],
  )

  const expected = path.startsWith("/admin")
    ? RequireStaff
    : CUSTOMERS.includes(path)
      ? RequireLogin
      : ALSO_GUESTS.includes(path)
        ? RequireLoginOrUnpaid
        : null
  expect(found).toEqual(expected ? [expected] : [])
})
