import { describe, expect, it } from "vitest"
import { loginAddress, safeRedirect } from "./redirect"

const to = (target: string | null) => safeRedirect(target, "https://shop.example")

describe("after the login", () => {
  it.each(["/admin", "/products?search=mala&page=2", "/products/rudraksha#care"])("goes to %s", (path) => {
    expect(to(path)).toBe(path)
  })

  it.each([
    null,
    "",
    "admin",
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example/",
    "/\t/evil.example/",
    "/.//evil.example/",
    "javascript:alert(1)",
    "/login?redirect=/login",
  ])("goes to the home page instead of %j", (target) => {
    expect(to(target)).toBe("/")
  })

  it("returns to the page that required the login", () => {
    const address = loginAddress("/admin/transactions?status=FAILED")

    expect(to(new URL(address, "https://shop.example").searchParams.get("redirect"))).toBe(
      "/admin/transactions?status=FAILED",
    )
  })
})
