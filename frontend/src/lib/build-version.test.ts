import { afterEach, expect, test } from "vitest"
import { needsReload, recordBuild } from "./build-version"

const answer = (build?: string) => new Response("{}", { headers: build ? { "X-Build": build } : {} })

afterEach(() => recordBuild(answer("ours"), "ours"))

test("the next page is loaded anew once the server names another build", () => {
  recordBuild(answer("ours"), "ours")
  expect(needsReload("/", "/products")).toBe(false)

  recordBuild(answer("newer"), "ours")

  expect(needsReload("/", "/products")).toBe(true)
  expect(needsReload("/products", "/products")).toBe(false)
})

test.each([
  ["/cart", "/checkout"],
  ["/checkout", "/payment/status"],
  ["/payment-success", "/"],
  ["/order-confirmation/TXN1", "/products"],
  ["/login", "/profile"],
])("from %s to %s nothing is lost", (from, to) => {
  recordBuild(answer("newer"), "ours")

  expect(needsReload(from, to)).toBe(false)
})

test("pages and answers without a build are left alone", () => {
  recordBuild(answer("newer"), undefined)
  recordBuild(answer(), "ours")

  expect(needsReload("/", "/products")).toBe(false)
})
