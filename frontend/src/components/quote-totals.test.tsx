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
  discount: 100,
  totalAmount: 900,
  pricesIncludeTax: true,
  currency: "INR",
}

test.each([
  ["WELCOME10", "Discount (WELCOME10)"],
  [null, "Discount"],
])("the discount of code %s is called %s", async (code, label) => {
  await loadTexts("checkout")
  render(<QuoteTotals quote={quote} discountCode={code} />)

  expect(screen.getByText(label).nextSibling).toHaveTextContent("−₹100")
})
