import { expect, test } from "vitest"
import { quoteQuery } from "./quote"

test("a quote for one state of delivery is not shown for another", () => {
  const items = [{ productId: "bead", quantity: 1 }]
  const keyOf = (state?: string) => JSON.stringify(quoteQuery(items, { state }).queryKey)

  expect(keyOf("Maharashtra")).toBe(keyOf("Maharashtra"))
  expect(new Set([keyOf(), keyOf("Maharashtra"), keyOf("Goa")]).size).toBe(3)
})
