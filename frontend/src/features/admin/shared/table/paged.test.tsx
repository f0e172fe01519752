import { render, screen } from "@testing-library/react"
import { MemoryRouter, useLocation } from "react-router-dom"
import { expect, test } from "vitest"
import { Paged } from "./paged"

function show(hasMore: boolean) {
  render(
    <MemoryRouter>
      <Paged
        shown={20}
        empty={{ title: "None" }}
        pages={{
          page: 2,
          limit: 20,
          total: 10000,
          totalPages: 500,
          hasMore,
          hrefFor: (page) => `?page=${page}`,
        }}
      >
        rows
      </Paged>
    </MemoryRouter>,
  )
}

test("a list that is counted to the end says how many rows it has", () => {
  show(false)

  expect(screen.getByText("Showing 21 to 40 of 10,000 results")).toBeInTheDocument()
})

test("a longer list says that there are more, and what its figures are about", () => {
  show(true)

  expect(screen.getByText(/Showing 21 to 40 of 10,000\+ results/)).toBeInTheDocument()
  expect(screen.getByText(/about the newest/)).toBeInTheDocument()
})

test("an address beyond the end leads to the last page", () => {
  const Place = () => <p>{useLocation().search}</p>

  render(
    <MemoryRouter initialEntries={["/admin/transactions?page=6"]}>
      <Place />
      <Paged
        shown={0}
        empty={{ title: "None" }}
        pages={{ page: 6, limit: 20, total: 60, totalPages: 3, hrefFor: (page) => `?page=${page}` }}
      >
        rows
      </Paged>
    </MemoryRouter>,
  )

  expect(screen.getByText("?page=3")).toBeInTheDocument()
  expect(screen.queryByText("None")).toBeNull()
})
