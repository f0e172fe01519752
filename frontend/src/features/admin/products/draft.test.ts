import { expect, test } from "vitest"
import { newDraft } from "./draft"

test("a new product has the default options, all available", () => {
  const { category, customization } = newDraft()
  const choices = (options: (typeof customization)["sizes"]) => {
    expect(options.every(({ available }) => available)).toBe(true)
    return options.map(({ name, price }) => [name, price])
  }

  expect(category).toBe("rudraksha")
  expect(choices(customization.origins)).toEqual([
    ["Nepal", "0"],
    ["Indonesian", "200"],
    ["UK", "500"],
  ])
  expect(choices(customization.pendantOptions)).toEqual([
    ["none", "0"],
    ["silver", "300"],
    ["gold", "1500"],
  ])
  expect(choices(customization.sizes)).toEqual([
    ["small", "-200"],
    ["regular", "0"],
    ["medium", "500"],
    ["big", "1000"],
    ["ultra", "2000"],
    ["rare", "4000"],
  ])
  expect(customization.xrayCertification).toMatchObject({ available: true, price: "500" })
})
