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

test("a surcharge carries its sign, also downwards", () => {
  expect(formatSurcharge(500)).toBe("+₹500")
  expect(formatSurcharge(-200)).toBe("−₹200")
})

test("every amount looks as the browser itself writes it in India", () => {
  const whole = new Intl.NumberFormat("en-IN", {
    style: "currency",
    currency: "INR",
    maximumFractionDigits: 0,
  })
  const exact = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" })
  for (const rupees of [0, 1, 99, 100, 999, 1000, 99_999, 100_000, 1_234_567, 987_654_321, -42, -150_000]) {
    expect(formatRupees(rupees)).toBe(whole.format(rupees))
    expect(formatRupees(rupees + 0.25)).toBe(exact.format(rupees + 0.25))
  }
})
