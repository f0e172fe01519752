import { expect, test } from "vitest"
import { defaultSelection, hasOptions, offeredSelection, pictureOf } from "./selection"

const description = { en: "", hi: "" }
const nothing = {
  origins: [],
  sizes: [],
  pendantOptions: [],
  xrayCertification: { available: false, price: 0, description },
}
const option = (name: string, available = true) => ({ name, price: 0, available, description, picture: "" })

test("a product without options has the plain selection", () => {
  expect(defaultSelection(nothing)).toEqual({
    origin: "Nepal",
    xrayCertification: false,
    pendantType: "none",
    size: "regular",
  })
  expect(hasOptions(nothing)).toBe(false)
})

test("the default option is taken even when it is not the first", () => {
  const options = { ...nothing, origins: [option("Indonesian"), option("Nepal")] }

  expect(defaultSelection(options).origin).toBe("Nepal")
})

test("without the default option the first available one is taken", () => {
  const options = {
    ...nothing,
    origins: [option("Nepal", false), option("UK", false), option("Indonesian")],
    sizes: [option("medium"), option("big")],
  }

  expect(defaultSelection(options)).toMatchObject({ origin: "Indonesian", size: "medium" })
})

test("a single origin or only 'no pendant' is no option, a certificate is", () => {
  const single = {
    ...nothing,
    origins: [option("Nepal")],
    pendantOptions: [{ type: "none", price: 0, available: true, description, picture: "" }],
  }

  expect(hasOptions(single)).toBe(false)
  expect(hasOptions({ ...single, xrayCertification: { available: true, price: 500, description } })).toBe(
    true,
  )
})

test("chosen options stay if they are still offered", () => {
  const options = {
    origins: [option("Nepal"), option("Indonesian")],
    sizes: [option("regular"), option("big", false)],
    pendantOptions: [{ type: "silver", price: 300, available: true, description, picture: "" }],
    xrayCertification: { available: false, price: 500, description },
  }
  const chosen = { origin: "Indonesian", size: "big", pendantType: "silver", xrayCertification: true }

  expect(offeredSelection(options, chosen)).toEqual({
    origin: "Indonesian",
    size: "regular",
    pendantType: "silver",
    xrayCertification: false,
  })
  expect(offeredSelection(options, { ...chosen, pendantType: "gold" }).pendantType).toBe("none")
})

test("a choice is shown by the pendant's picture, else by the size's, else by none in particular", () => {
  const shown = {
    ...nothing,
    sizes: [option("regular"), { ...option("big"), picture: "/big" }],
    pendantOptions: [{ type: "silver", price: 300, available: true, description, picture: "/silver" }],
  }
  const plain = defaultSelection(shown)

  expect(pictureOf(shown, plain)).toBe("")
  expect(pictureOf(shown, { ...plain, size: "big" })).toBe("/big")
  expect(pictureOf(shown, { ...plain, size: "big", pendantType: "silver" })).toBe("/silver")
})
