import { expect, test } from "vitest"
import { normalPhone } from "./person-fields"
import { plainDigits, typedId } from "./typed-id"

test("Devanagari digits are converted", () => {
  expect(plainDigits("पिन ४११००१ 09")).toBe("पिन 411001 09")
})

test("an id is the same in lower case", () => {
  expect(typedId(" txn१२ab ")).toBe("TXN12AB")
})

test.each(["9876543210", "+91 98765 43210", "919876543210", "09876543210", "९८७६५४३२१०"])(
  "%s is a phone number",
  (typed) => {
    expect(normalPhone(typed)).toBe("9876543210")
  },
)
