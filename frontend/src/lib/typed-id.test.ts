import { expect, test } from "vitest"
import { plainDigits, typedId } from "./typed-id"

test("digits of other scripts are converted", () => {
  expect(plainDigits("पिन ४११००१ 09, ৯ ౦ ９")).toBe("पिन 411001 09, 9 0 9")
})

test("an id is the same in lower case", () => {
  expect(typedId(" txn१२ab ")).toBe("TXN12AB")
  expect(typedId("ａｋｓ－１２ab")).toBe("AKS-12AB")
})
