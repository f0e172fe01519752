import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { categoriesQuery } from "./categories"
import { noFilters, readFilters } from "./list-filters"
import { ProductResults } from "./product-results"
import { productsQuery } from "./products-query"

const filters = { ...readFilters(new URLSearchParams()), ...noFilters }

/** What the list says when the server answered nothing that can be read. */
async function saidAfter({ categoriesFail }: { categoriesFail: boolean }) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  const fail = () => Promise.reject(new Error())
  await client.prefetchQuery({ ...productsQuery(filters), queryFn: fail })
  if (categoriesFail) await client.prefetchQuery({ ...categoriesQuery, queryFn: fail })
  else client.setQueryData(categoriesQuery.queryKey, [])
  client.setDefaultOptions({ queries: { retry: false, retryOnMount: false, staleTime: Infinity } })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ProductResults filters={filters} hrefFor={String} emptyTitle="" emptyAction={null} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.findByRole("alert")
}

test("a list that could not be loaded says so", async () => {
  expect(await saidAfter({ categoriesFail: false })).toHaveTextContent("Failed to load products")
})

test("a start at which nothing could be loaded says so", async () => {
  expect(await saidAfter({ categoriesFail: true })).toHaveTextContent("Failed to initialize data")
})
