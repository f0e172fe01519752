import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { loadTexts } from "@/i18n"
import type { Quote } from "@/lib/types"
import { QuoteTotals } from "./quote-totals"

const quote: Quote = {
  lines: [],
  itemsTotal: 1000,
  subtotal: 1000,
  tax: 0,
  shippingCost: 0,
  shippingTax: 0,
  discount: 100,
  totalAmount: 900,
  pricesIncludeTax: true,
  estimatedDelivery: "2026-12-07",
  currency: "INR",
}

test("where prices include tax the sums add up without it", async () => {
  await loadTexts("checkout")
  const inclusive = { itemsTotal: 350, subtotal: 296.62, tax: 53.38, discount: 0, totalAmount: 350 }
  render(<QuoteTotals quote={{ ...quote, ...inclusive }} />)

  expect(screen.getByText("Subtotal").nextSibling).toHaveTextContent("₹350")
  expect(screen.getByText("Total").nextSibling).toHaveTextContent("₹350includes ₹53.38 GST")
  expect(screen.queryByText("GST")).toBeNull()
})

test("where it comes on top they add up with it", async () => {
  await loadTexts("checkout")
  const exclusive = {
    itemsTotal: 500,
    subtotal: 500,
    tax: 90,
    discount: 0,
    shippingCost: 50,
    totalAmount: 640,
  }
  render(<QuoteTotals quote={{ ...quote, ...exclusive, pricesIncludeTax: false }} />)

  for (const [label, sum] of [
    ["Subtotal", "₹500"],
    ["GST", "₹90"],
    ["Shipping", "₹50"],
    ["Total", "₹640"],
  ] as const) {
    expect(screen.getByText(label).nextSibling?.textContent).toBe(sum)
  }
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

test.each([
  [true, "Shipping (exact with your address)"],
  [false, "Shipping"],
])("shipping that is an estimate says so: %s", async (shippingIsEstimate, label) => {
  await loadTexts("checkout")
  render(<QuoteTotals quote={{ ...quote, shippingCost: 49, shippingIsEstimate }} />)

  expect(screen.getByText("₹49").previousSibling).toHaveTextContent(label)
})
