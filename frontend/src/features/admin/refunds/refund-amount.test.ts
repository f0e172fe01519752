import { expect, it } from "vitest"
import { problemOf, readAmount } from "./refund-amount"

it.each([
  ["500", 500],
  ["499.50", 499.5],
  ["₹1,25,000.05", 125000.05],
  [" 7 ", 7],
])("reads %s", (text, rupees) => {
  expect(readAmount(text)).toBe(rupees)
})

it.each(["", "0", "-5", "1.005", "five", "1e3", "1.", ".5", "NaN", "12345678901"])(
  "does not read %s",
  (text) => {
    expect(readAmount(text)).toBeNull()
  },
)

it("refuses more than the refundable amount", () => {
  expect(problemOf("500", 500)).toBeNull()
  expect(problemOf("500.01", 500)).toBe("tooMuch")
  expect(problemOf("", 500)).toBe("invalid")
})
