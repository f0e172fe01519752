import { afterEach, describe, expect, it } from "vitest"
import { type BuyNowOrder, clearBuyNowOrder, storeBuyNowOrder } from "./buy-now-order"
import { readBuyNowOrder } from "./stored-buy-now-order"

const order: BuyNowOrder = {
  items: [
    {
      productId: "a1b2c3d4",
      quantity: 2,
      customization: { origin: "Indonesian", xrayCertification: true, pendantType: "silver", size: "big" },
    },
  ],
  totalAmount: 1350,
  fromCart: false,
}

const store = (value: unknown) =>
  sessionStorage.setItem("buyNowOrder", typeof value === "string" ? value : JSON.stringify(value))

afterEach(() => sessionStorage.clear())

describe("the stored order", () => {
  it("is restored with all fields, certificate and pendant too", () => {
    storeBuyNowOrder(order.items, order.totalAmount, order.fromCart)

    expect(readBuyNowOrder()).toEqual(order)
  })

  it("is removed once it is bought", () => {
    storeBuyNowOrder(order.items, order.totalAmount, order.fromCart)
    clearBuyNowOrder()

    expect(readBuyNowOrder()).toBeNull()
  })

  it("accepts older formats of the product", () => {
    const { productId: _, ...rest } = { ...order.items[0], productId: "" }
    store({ items: [{ ...rest, product: "a1b2c3d4" }], totalAmount: 1350 })
    expect(readBuyNowOrder()).toEqual(order)

    store({ items: [{ ...rest, product: { _id: "a1b2c3d4", price: 1 } }], totalAmount: 1350 })
    expect(readBuyNowOrder()).toEqual(order)
  })

  it.each([
    ["nothing", ""],
    ["no JSON", "{items:"],
    ["a number", 7],
    ["a list", [order]],
    ["no items", { totalAmount: 5 }],
    ["an empty list", { items: [] }],
    ["items that are none", { items: [null] }],
    ["too many items", { items: Array.from({ length: 21 }, () => order.items[0]) }],
    ["a path for an id", { items: [{ productId: "../../admin", quantity: 1 }] }],
    ["markup for an id", { items: [{ productId: "<img onerror=alert(1)>", quantity: 1 }] }],
    ["an object for an id", { items: [{ productId: {}, quantity: 1 }] }],
    ["half a piece", { items: [{ productId: "a", quantity: 0.5 }] }],
    ["no piece", { items: [{ productId: "a", quantity: 0 }] }],
    ["a text for a quantity", { items: [{ productId: "a", quantity: "1" }] }],
    ["far too many pieces", { items: [{ productId: "a", quantity: 1e9 }] }],
  ])("is ignored when it is %s", (_, value) => {
    store(value)

    expect(readBuyNowOrder()).toBeNull()
  })

  it("replaces an invalid option by the default, and ignores the total", () => {
    store({
      items: [{ productId: "a", quantity: 1, customization: { origin: 5, size: "x".repeat(41) } }],
      totalAmount: "free",
      fromCart: "yes",
    })

    expect(readBuyNowOrder()).toEqual({
      items: [
        {
          productId: "a",
          quantity: 1,
          customization: { origin: "Nepal", xrayCertification: false, pendantType: "none", size: "regular" },
        },
      ],
      totalAmount: 0,
      fromCart: false,
    })
  })
})
