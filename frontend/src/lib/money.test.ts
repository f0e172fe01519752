import { expect, test } from "vitest"
import { formatRupees, formatSurcharge } from "./money"

test("rupees are grouped the Indian way", () => {
  expect(formatRupees(350)).toBe("₹350")
  expect(formatRupees(125000)).toBe("₹1,25,000")
  expect(formatRupees(12345678)).toBe("₹1,23,45,678")
})

test("paise are shown when there are any, always two digits", () => {
  expect(formatRupees(1250.5)).toBe("₹1,250.50")
  expect(formatRupees(0)).toBe("₹0")
})

test("a price difference has its sign, also a negative one", () => {
  expect(formatSurcharge(500)).toBe("+₹500")
  expect(formatSurcharge(-200)).toBe("−₹200")
})

test("an amount below zero has its sign before the currency, and nothing has none", () => {
  expect(formatRupees(-150000)).toBe("-₹1,50,000")
  expect(formatRupees(-42.25)).toBe("-₹42.25")
  expect(formatRupees(-0)).toBe("₹0")
})
