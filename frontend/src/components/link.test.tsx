import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router-dom"
import { afterEach, beforeEach, expect, test } from "vitest"
import { i18n, loadTexts, setLanguage } from "@/i18n"
import { Link } from "./link"

beforeEach(() => loadTexts("shop"))
afterEach(() => setLanguage("en"))

function show(to: string) {
  const routes = [
    { path: "/", element: <Link to={to}>there</Link> },
    { path: "*", element: null },
  ]
  const router = createMemoryRouter(routes)
  render(<RouterProvider router={router} />)
  return router
}

test.each([
  ["/products", "/products?lang=hi"],
  ["/products?page=2", "/products?page=2&lang=hi"],
  ["/products/bead#reviews", "/products/bead?lang=hi#reviews"],
])("on a Hindi page %s is linked as %s", async (to, href) => {
  await setLanguage("hi")

  show(to)

  expect(screen.getByRole("link").getAttribute("href")).toBe(href)
})

test("an English page links plain addresses", () => {
  show("/products?page=2#list")

  expect(screen.getByRole("link").getAttribute("href")).toBe("/products?page=2#list")
})

test("a press goes to the plain address", async () => {
  await setLanguage("hi")
  const router = show("/products?page=2")

  await userEvent.click(screen.getByRole("link"))

  expect(router.state.location).toMatchObject({ pathname: "/products", search: "?page=2" })
  expect(i18n.language).toBe("hi")
})
