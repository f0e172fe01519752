import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { loadTexts } from "@/i18n"
import type { Quote } from "@/lib/types"
import { QuoteTotals } from "./quote-totals"

const quote: Quote = {
  lines: [],
  subtotal: 1000,
  tax: 0,
  shippingCost: 0,
  shippingTax: 0,
  discount: 100,
  totalAmount: 900,
  pricesIncludeTax: true,
  currency: "INR",
}

test("the subtotal is told whether or not the prices include the tax", async () => {
  await loadTexts("checkout")
  render(<QuoteTotals quote={quote} />)

  expect(screen.getByText("Subtotal").nextSibling).toHaveTextContent("₹1,000")
})

test.each([
  ["WELCOME10", "Discount (WELCOME10)"],
  [null, "Discount"],
])("the discount of code %s is called %s", async (code, label) => {
  await loadTexts("checkout")
  render(<QuoteTotals quote={quote} discountCode={code} />)

  expect(screen.getByText(label).nextSibling).toHaveTextContent("−₹100")
})

test("what paying the courier costs is a line, and in the total", async () => {
  await loadTexts("checkout")
  const { rerender } = render(<QuoteTotals quote={quote} cashFee={49} />)

  expect(screen.getByText("Cash on delivery").nextSibling).toHaveTextContent("₹49")
  expect(screen.getByText("Total").nextSibling).toHaveTextContent("₹949")

  rerender(<QuoteTotals quote={quote} cashFee={null} />)
  expect(screen.queryByText("Cash on delivery")).toBeNull()
  expect(screen.getByText("Total").nextSibling).toHaveTextContent("₹900")
})
