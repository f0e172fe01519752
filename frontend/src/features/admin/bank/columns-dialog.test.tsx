import { expect, test } from "vitest"
import { headingOf, isEnough } from "./columns-dialog"

test("the heading is the first of the rows with the most cells", () => {
  expect(headingOf([["My bank"], ["When", "What", "In"], ["5/11", "RENT", "12"]])).toBe(1)
  expect(headingOf([])).toBe(0)
})

test.each([
  [{ date: "When", narration: "What", amount: "Sum" }, true],
  [{ date: "When", narration: "What", withdrawal: "Out", deposit: "In" }, true],
  [{ date: "When", narration: "What", deposit: "In" }, false],
  [{ narration: "What", amount: "Sum" }, false],
])("%o is enough to read a statement by: %s", (columns, enough) => {
  expect(isEnough(columns)).toBe(enough)
})
