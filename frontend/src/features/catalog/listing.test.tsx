import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter, useLocation, useSearchParams } from "react-router-dom"
import { expect, test } from "vitest"
import type { Schemas } from "@/lib/api"
import { categoriesQuery } from "./categories"
import { readFilters } from "./list-filters"
import { Listing } from "./listing"
import { productsQuery } from "./products-query"

const found: Schemas["ProductPageData"] = {
  products: [],
  pagination: { page: 1, limit: 12, total: 0, totalPages: 1 },
  facets: { categories: [], priceBands: [], featured: 0, available: 0 },
  categories: ["rudraksha"],
  mukhi: null,
  didYouMean: null,
}
const rudraksha = {
  _id: "c1",
  slug: "rudraksha",
  name: "Rudraksha",
  description: "",
  image: "",
  picture: null,
  icon: "",
  isFeatured: false,
}

function Page() {
  const [params] = useSearchParams()
  return (
    <>
      <Listing filters={readFilters(params)} sorts={["newest"]} emptyTitle="Nothing" />
      <output>{useLocation().search}</output>
    </>
  )
}

test("a category's other name in the address becomes its own, and its chip has the category's name", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(categoriesQuery.queryKey, [{ ...rudraksha, productCount: 3 }])
  for (const category of ["rudraksh", "rudraksha"]) {
    const filters = readFilters(new URLSearchParams({ search: "mala", category }))
    client.setQueryData(productsQuery(filters).queryKey, found)
  }

  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={["/products?search=mala&category=rudraksh"]}>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )

  expect(await screen.findByText("?search=mala&category=rudraksha")).toBeInTheDocument()
  expect(screen.getByRole("button", { name: "Remove Rudraksha" })).toBeInTheDocument()
})
