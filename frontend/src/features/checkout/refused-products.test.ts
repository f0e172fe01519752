import { expect, test } from "vitest"
import { ApiError } from "@/lib/api"
import { PaymentNotStarted } from "./pay"
import { productsOutOfStock } from "./refused-products"

const items = ["p1", "p2", "p1"].map((productId) => ({ productId, quantity: 1 }))

test("the payment's start names the products that are out of stock", () => {
  const reason = new ApiError("", "OUT_OF_STOCK", 409, {}, { products: [{ productId: "p2" }] })

  expect(productsOutOfStock(new PaymentNotStarted(reason, "AKS-1"), items)).toEqual(["p2"])
})

test("an order that was refused names the items at fault, each product once", () => {
  const refusal = new ApiError("", "OUT_OF_STOCK", 409, { "items.0": "…", "items.2": "…" })

  expect(productsOutOfStock(refusal, items)).toEqual(["p1"])
})

test("no other refusal leads to a line", () => {
  expect(productsOutOfStock(new ApiError("", "HOLD_LIMIT", 409), items)).toEqual([])
  expect(productsOutOfStock(null, items)).toEqual([])
})
