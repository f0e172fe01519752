import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { renderHook } from "@testing-library/react"
import { expect, test } from "vitest"
import { QUOTE_AFTER_MS } from "@/lib/quote"
import type { ProductDetail } from "@/lib/types"
import { useProductPurchase } from "./use-product-purchase"

const soldOut = {
  _id: "p1",
  price: 499,
  sellable: 0,
  sellableIsMore: false,
  maxQuantity: 0,
  isAvailable: false,
  version: 1,
  customization: {
    origins: [],
    sizes: [],
    pendantOptions: [],
    xrayCertification: { available: false, price: 0 },
  },
} as unknown as ProductDetail

test("an unchanged selection causes no re-render after the debounce", async () => {
  let renders = 0
  const { rerender } = renderHook(
    () => {
      renders += 1
      return useProductPurchase(soldOut)
    },
    {
      wrapper: ({ children }) => (
        <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
      ),
    },
  )
  rerender()
  const before = renders

  await new Promise((resolve) => setTimeout(resolve, 4 * QUOTE_AFTER_MS))

  expect(renders).toBe(before)
})
