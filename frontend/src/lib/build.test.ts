import { afterEach, expect, test } from "vitest"
import { loadsAnew, noteBuild } from "./build"

const answer = (build?: string) => new Response("{}", { headers: build ? { "X-Build": build } : {} })

afterEach(() => noteBuild(answer("ours"), "ours"))

test("the next page is loaded anew once the server names another build", () => {
  noteBuild(answer("ours"), "ours")
  expect(loadsAnew("/", "/products")).toBe(false)

  noteBuild(answer("newer"), "ours")

  expect(loadsAnew("/", "/products")).toBe(true)
  expect(loadsAnew("/products", "/products")).toBe(false)
})

test.each([
  ["/cart", "/checkout"],
  ["/checkout", "/payment/status"],
  ["/payment-success", "/"],
  ["/order-confirmation/TXN1", "/products"],
  ["/login", "/profile"],
])("from %s to %s nothing is lost", (from, to) => {
  noteBuild(answer("newer"), "ours")

  expect(loadsAnew(from, to)).toBe(false)
})

test("pages and answers without a build are left alone", () => {
  noteBuild(answer("newer"), undefined)
  noteBuild(answer(), "ours")

  expect(loadsAnew("/", "/products")).toBe(false)
})
