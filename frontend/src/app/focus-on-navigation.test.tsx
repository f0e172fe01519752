import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { act, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { Link, MemoryRouter, Route, Routes } from "react-router-dom"
import { expect, test } from "vitest"
import { PageHead } from "@/components/page-head"
import { FocusOnNavigation } from "./focus-on-navigation"

/** A page whose title is set once its data has loaded. */
function SlowPage() {
  const [title, setTitle] = useState("")
  if (title) return <PageHead title={title} />
  return (
    <button type="button" onClick={() => setTitle("Order")}>
      Data arrives
    </button>
  )
}

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Link to="/cart">To the cart</Link>
        <Link to="/order">To the order</Link>
        <Link to="?page=2">To page 2</Link>
        <Routes>
          <Route path="/" element={<PageHead key="home" title="Home" />} />
          <Route path="/cart" element={<PageHead key="cart" title="Cart" />} />
          <Route path="/order" element={<SlowPage />} />
        </Routes>
        <FocusOnNavigation />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const follow = (name: string) => userEvent.click(screen.getByRole("link", { name }))

test("the first page's title and a list's next page are not read aloud", async () => {
  show()
  await follow("To page 2")

  expect(screen.getByRole("status")).toBeEmptyDOMElement()
})

test("another page's title is read aloud", async () => {
  show()
  await follow("To the cart")

  expect(await screen.findByText("Cart, page loaded")).toBeInTheDocument()
})

test("a title that comes with the page's data is read aloud then, and not the lack of one before", async () => {
  show()
  await follow("To the order")
  await act(async () => {})
  expect(screen.getByRole("status")).toBeEmptyDOMElement()

  await userEvent.click(screen.getByRole("button", { name: "Data arrives" }))

  expect(await screen.findByText("Order, page loaded")).toBeInTheDocument()
})
