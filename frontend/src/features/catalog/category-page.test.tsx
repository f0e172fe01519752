import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter, Route, Routes } from "react-router-dom"
import { expect, test } from "vitest"
import type { Category } from "@/lib/types"
import { categoriesQuery } from "./categories"
import { Component as CategoryPage } from "./category-page"
import { readFilters } from "./list-filters"
import { productsQuery } from "./products-query"
import { categoryQuery } from "./queries"

test("a category without products says so and leads to all of them", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const category = { _id: "c1", slug: "yantra", name: "Yantras", description: "" } as Category
  client.setQueryData(categoriesQuery.queryKey, [])
  client.setQueryData(categoryQuery("yantra").queryKey, category)
  const filters = { ...readFilters(new URLSearchParams()), categories: ["yantra"] }
  client.setQueryData(productsQuery(filters).queryKey, {
    products: [],
    pagination: { page: 1, limit: 12, total: 0, totalPages: 1 },
    facets: { categories: [], priceBands: [], featured: 0, available: 0 },
    categories: ["yantra"],
    mukhi: null,
    didYouMean: null,
  })

  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={["/category/yantra"]}>
        <Routes>
          <Route path="/category/:slug" element={<CategoryPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )

  expect(await screen.findByText("No products found in this category")).toBeVisible()
  expect(screen.getByRole("link", { name: "See all products" })).toHaveAttribute("href", "/products")
})
