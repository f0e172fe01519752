import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { Pagination, pageNumbers } from "./pagination"

test.each([
  [2, 4, [1, 2, 3, 4]],
  [6, 12, [1, null, 5, 6, 7, null, 12]],
  // A gap of one page is that page.
  [4, 6, [1, 2, 3, 4, 5, 6]],
])("with the ends, page %i of %i offers %j", (page, totalPages, expected) => {
  expect(pageNumbers(page, totalPages, true)).toEqual(expected)
})

test.each([
  [1, 2, [1, 2]],
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, 3, 4, 5]],
  [5, 9, [3, 4, 5, 6, 7]],
  [8, 9, [5, 6, 7, 8, 9]],
  [9, 9, [5, 6, 7, 8, 9]],
])("without the ends, page %i of %i offers %j", (page, totalPages, expected) => {
  expect(pageNumbers(page, totalPages, false)).toEqual(expected)
})

function show(page: number, totalPages: number) {
  render(
    <MemoryRouter>
      <Pagination page={page} totalPages={totalPages} hrefFor={(n) => `/products?page=${n}`} />
    </MemoryRouter>,
  )
}

test("the current page is marked and the others are links", () => {
  show(2, 3)

  expect(screen.getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page")
  expect(screen.getByRole("link", { name: "Next page" })).toHaveAttribute("href", "/products?page=3")
})

test("the first page has no link to a previous page", () => {
  show(1, 3)

  expect(screen.queryByRole("link", { name: "Previous page" })).toBeNull()
})

test("a single page shows no pagination", () => {
  show(1, 1)

  expect(screen.queryByRole("navigation")).toBeNull()
})
