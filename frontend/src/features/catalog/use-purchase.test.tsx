import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { renderHook } from "@testing-library/react"
import { expect, test } from "vitest"
import { QUOTE_AFTER_MS } from "@/lib/quote"
import type { ProductDetail } from "@/lib/types"
import { usePurchase } from "./use-purchase"

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

test("a choice nobody changes draws the page once", async () => {
  let drawn = 0
  const { rerender } = renderHook(
    () => {
      drawn += 1
      return usePurchase(soldOut)
    },
    {
      wrapper: ({ children }) => (
        <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
      ),
    },
  )
  rerender()
  const atFirst = drawn

  await new Promise((later) => setTimeout(later, 4 * QUOTE_AFTER_MS))

  expect(drawn).toBe(atFirst)
})
