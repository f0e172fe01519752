import { expect, it } from "vitest"
import type { Schemas } from "@/lib/api"
import { cartDiffers } from "./use-checkout"

const customization = { origin: "Nepal", xrayCertification: false, pendantType: "none", size: "regular" }
const item = { productId: "bead", quantity: 2, customization }

const cart = (...lines: { product: string; quantity: number; size?: string }[]) => ({
  lines: lines.map(({ product, quantity, size = "regular" }) => ({
    product: { _id: product },
    quantity,
    customization: { ...customization, size },
  })) as Schemas["CartLineOut"][],
})

it("is the same as what is being bought, or has more in it", () => {
  expect(cartDiffers([item], cart({ product: "bead", quantity: 2 }))).toBeNull()
  expect(
    cartDiffers([item], cart({ product: "mala", quantity: 1 }, { product: "bead", quantity: 2 })),
  ).toBeNull()
})

it("has been emptied", () => {
  expect(cartDiffers([item], cart())).toBe("emptied")
})

it("has been changed: another quantity, another size, another product", () => {
  expect(cartDiffers([item], cart({ product: "bead", quantity: 1 }))).toBe("changed")
  expect(cartDiffers([item], cart({ product: "bead", quantity: 2, size: "big" }))).toBe("changed")
  expect(cartDiffers([item], cart({ product: "mala", quantity: 2 }))).toBe("changed")
})
