import { expect, it } from "vitest"
import { moneyOf } from "./status"

it.each([
  ["cancelled", "pending", "notTaken"],
  ["cancelled", "failed", "notTaken"],
  ["cancelled", "paid", "goesBack"],
  ["cancelled", "refunded", "refunded"],
  ["returned", "paid", "returned"],
  ["returned", "refunded", "refunded"],
  ["refunded", "refunded", "refunded"],
])("says of %s and %s that the money is %s", (status, paymentStatus, money) => {
  expect(moneyOf(status, paymentStatus)).toBe(money)
})
