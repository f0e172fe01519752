import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { MemoryRouter } from "react-router-dom"
import { expect, test } from "vitest"
import type { ProductCard } from "@/lib/types"
import { useGuestWishes } from "@/stores/guest-wishlist"
import { useSession } from "@/stores/session"
import { guestWishlistQuery } from "./queries"
import { Component as WishlistPage } from "./wishlist-page"

const product = {
  _id: "p1",
  slug: "five-mukhi",
  title: "Five Mukhi",
  picture: null,
  price: 400,
  originalPrice: 500,
  discountPercentage: 20,
  stock: { status: "in_stock" },
  isAvailable: true,
} as unknown as ProductCard

test("the wishlist shows the discount of a product with a struck price", () => {
  useSession.setState({ session: null })
  useGuestWishes.setState({ ids: [product._id] })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(guestWishlistQuery([product._id]).queryKey, {
    wishlist: [product],
    productIds: [product._id],
    count: 1,
    version: 1,
    hidden: 0,
  })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <WishlistPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )

  expect(screen.getByText("20% off")).toBeVisible()
})
