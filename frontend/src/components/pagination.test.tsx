import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { Pagination, pagesToShow } from "./pagination"

test("few pages are all shown", () => {
  expect(pagesToShow(2, 4)).toEqual([1, 2, 3, 4])
})

test("many pages show the ends, the neighbours and gaps", () => {
  expect(pagesToShow(6, 12)).toEqual([1, null, 5, 6, 7, null, 12])
})

test("a gap of one page is that page", () => {
  expect(pagesToShow(4, 6)).toEqual([1, 2, 3, 4, 5, 6])
})

function show(page: number, totalPages: number) {
  render(
    <MemoryRouter>
      <Pagination page={page} totalPages={totalPages} hrefFor={(n) => `/products?page=${n}`} />
    </MemoryRouter>,
  )
}

test("the present page is marked and the others are links", () => {
  show(2, 3)

  expect(screen.getByRole("link", { name: "Page 2" })).toHaveAttribute("aria-current", "page")
  expect(screen.getByRole("link", { name: "Next page" })).toHaveAttribute("href", "/products?page=3")
})

test("there is no way before the first page", () => {
  show(1, 3)

  expect(screen.queryByRole("link", { name: "Previous page" })).toBeNull()
})

test("a single page needs no paging", () => {
  show(1, 1)

  expect(screen.queryByRole("navigation")).toBeNull()
})
