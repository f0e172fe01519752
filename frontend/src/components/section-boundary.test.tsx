import { act, render, screen } from "@testing-library/react"
import { MemoryRouter, useNavigate } from "react-router-dom"
import { expect, test } from "vitest"
import { SectionBoundary } from "./section-boundary"

/** A section that crashes while `broken`, on a page with another section and a way to another address. */
function page(fallback?: string) {
  const state = { broken: true }
  const reported: unknown[] = []
  function Reviews() {
    if (state.broken) throw new TypeError("reviews is undefined")
    return <p>The reviews</p>
  }
  function Away() {
    const navigate = useNavigate()
    return (
      <button type="button" onClick={() => void navigate("/products/other")}>
        Another product
      </button>
    )
  }
  render(
    <MemoryRouter>
      <h1>The product</h1>
      <SectionBoundary fallback={fallback}>
        <Reviews />
      </SectionBoundary>
      <Away />
    </MemoryRouter>,
    { onCaughtError: (error) => reported.push(error) },
  )
  return { state, reported }
}

const press = (name: string) => act(async () => screen.getByRole("button", { name }).click())

test("a section that crashes leaves the rest standing, is reported, and can be tried again", async () => {
  const { state, reported } = page()

  expect(screen.getByRole("alert").textContent).toContain("This part could not be shown.")
  expect(screen.getByRole("heading", { name: "The product" })).toBeVisible()
  expect(reported).toEqual([new TypeError("reviews is undefined")])

  await press("Try Again")
  expect(screen.getByRole("alert")).toBeVisible()

  state.broken = false
  await press("Try Again")
  expect(screen.getByText("The reviews")).toBeVisible()
  expect(screen.queryByRole("alert")).toBeNull()
})

test("a section that crashed is rendered anew at another address", async () => {
  const { state } = page()
  state.broken = false

  await press("Another product")

  expect(screen.getByText("The reviews")).toBeVisible()
})

test("a section that the page can do without says nothing", () => {
  page("The server's footer")

  expect(screen.getByText("The server's footer")).toBeVisible()
  expect(screen.queryByRole("alert")).toBeNull()
})
