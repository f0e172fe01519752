import { expect, test } from "vitest"
import { firstVariant, type Variant } from "@/lib/variants"
import { nearestVariant } from "./nearest-variant"

const variant = (values: string[], more: Partial<Variant> = {}): Variant => ({
  _id: values.join("-"),
  slug: "",
  sku: "",
  title: "",
  values,
  price: 500,
  weight: null,
  picture: "",
  sellable: 1,
  sellableIsMore: false,
  maxQuantity: 1,
  isAvailable: true,
  heldUntil: null,
  contention: null,
  version: 1,
  ...more,
})
const redM = variant(["Red", "M"], { isAvailable: false })
const redL = variant(["Red", "L"], { sku: "RED-L" })
const blueM = variant(["Blue", "M"])
const all = [redM, redL, blueM]
const product = { variants: all } as Parameters<typeof firstVariant>[0]

test("an address names a variant by SKU or id, else the first one that can be bought is chosen", () => {
  expect(firstVariant(product, "RED-L")).toBe(redL)
  expect(firstVariant(product, "Red-M")).toBe(redM)
  expect(firstVariant(product, "gone")).toBe(redL)
  expect(firstVariant(product, null)).toBe(redL)
})

test("another value keeps the others where that combination exists", () => {
  expect(nearestVariant(all, redL, 1, "M")).toBe(redM)
  expect(nearestVariant(all, redL, 0, "Blue")).toBe(blueM)
  expect(nearestVariant(all, redL, 0, "Green")).toBeUndefined()
})
