import { afterEach, beforeEach, expect, test } from "vitest"
import { loadTexts, setLanguage } from "@/i18n"
import { codesOf } from "./codes-of"

beforeEach(() => loadTexts("audit", "admin", "adminSettings"))
afterEach(() => setLanguage("en"))

test("words of actions, fields and values are found by their codes", () => {
  expect(codesOf("unpaid goods")).toEqual(["order_moved_unpaid"])
  expect(codesOf("OUT FOR DELIVERY")).toEqual(["out_for_delivery"])
  expect(codesOf("second approval")).toEqual(["approval"])
  expect(codesOf("bank reference")).toContain("bankReference")
})

test("also in Hindi", async () => {
  await setLanguage("hi")

  expect(codesOf("कैटलॉग")).toContain("catalogue")
})

test.each(["", "  ", "of", "AKS-7K3M9Q2X4V8B", "no such words"])("%j is no word of a label", (search) => {
  expect(codesOf(search)).toEqual([])
})

test("a common word is not sent as more codes than the API takes", () => {
  expect(codesOf("order").length).toBeLessThanOrEqual(40)
})
