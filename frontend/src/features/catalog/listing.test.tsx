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

test("a search in vain has nothing to filter, and offers what is near", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(categoriesQuery.queryKey, [{ ...rudraksha, productCount: 3 }])
  const offers = { amathist: "Amethyst", unicorn: null }
  for (const [search, didYouMean] of Object.entries(offers))
    client.setQueryData(productsQuery(readFilters(new URLSearchParams({ search }))).queryKey, {
      ...found,
      categories: [],
      didYouMean,
    })
  for (const [search, sentence, address] of [
    ["amathist", "Did you mean Amethyst?", "/products?search=Amethyst"],
    ["unicorn", "Another spelling may help, or have a look at Rudraksha.", "/category/rudraksha"],
  ] as const) {
    const { unmount } = render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/products?search=${search}`]}>
          <Page />
        </MemoryRouter>
      </QueryClientProvider>,
    )

    const link = await screen.findByRole("link", { name: /Amethyst|Rudraksha/ })
    expect(link).toHaveAttribute("href", address)
    expect(link.parentElement).toHaveTextContent(sentence)
    expect(screen.queryByRole("combobox", { name: "Sort by" })).toBeNull()
    expect(screen.queryByRole("complementary")).toBeNull()
    unmount()
  }
})

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
