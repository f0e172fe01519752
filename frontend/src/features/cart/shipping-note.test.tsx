import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { shopQuery } from "@/lib/shop"
import type { Quote, Shop } from "@/lib/types"
import { ShippingNote } from "./shipping-note"

const freeShipping = { en: "Free shipping on orders above ₹999", hi: "₹999 से ऊपर के ऑर्डर पर मुफ़्त डिलीवरी" }

test.each([
  [600, 49, "Add pieces for more than ₹399, and shipping is free."],
  [999, 49, freeShipping.en],
  [1000, 0, freeShipping.en],
  // Every piece has free shipping of its own.
  [600, 0, freeShipping.en],
])("goods of ₹%d and a charge of ₹%d: %s", (totalPrice, shippingCost, note) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(shopQuery.queryKey, { promises: { freeShippingAbove: 999, freeShipping } } as Shop)

  render(
    <QueryClientProvider client={client}>
      <ShippingNote quote={{ lines: [{ totalPrice }], shippingCost } as Quote} />
    </QueryClientProvider>,
  )

  expect(screen.getByText(note)).toBeVisible()
})
