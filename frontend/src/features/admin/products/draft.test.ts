import { expect, test } from "vitest"
import { bodyOf, newDraft } from "./draft"

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

test("an option keeps the picture that shows it only while the product has that picture", () => {
  const picture = (url: string) => ({
    key: url,
    url: `${url}-800.webp`,
    preview: { url, width: 800, height: 800, placeholder: "", color: "", pending: null },
  })
  const draft = newDraft()
  const sizes = draft.customization.sizes.map((size) => ({ ...size, picture: "/media/big.0" }))
  const edited = { ...draft, customization: { ...draft.customization, sizes } }

  const withIt = bodyOf({ ...edited, pictures: [picture("/media/big.0")] })
  const without = bodyOf({ ...edited, pictures: [picture("/media/other.0")] })

  expect(withIt.customization.sizes[0]?.picture).toBe("/media/big.0")
  expect(without.customization.sizes[0]?.picture).toBe("")
  expect(bodyOf({ ...draft, turntable: picture("/media/turn.0") }).turntable).toBe("/media/turn.0-800.webp")
  expect(bodyOf(draft).turntable).toBe("")
})
