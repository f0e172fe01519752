import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import { productQuery } from "@/lib/product"
import type { ProductDetail } from "@/lib/types"
import { LineOptions } from "./line-options"
import type { CartLine } from "./queries"

test("a product that has variants by now is chosen on its page", () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(productQuery("mala").queryKey, { slug: "mala", hasVariants: true } as ProductDetail)

  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <LineOptions
          line={{ product: { title: "Mala", slug: "mala" } } as unknown as CartLine}
          onDone={() => {}}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )

  expect(screen.getByRole("link", { name: "Choose: Mala" })).toHaveAttribute("href", "/products/mala")
})
