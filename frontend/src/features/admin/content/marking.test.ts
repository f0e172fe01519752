import { expect, test } from "vitest"
import { marked } from "./marking"

const bold = { before: "**", after: "**", sample: "words" }

test("selected words are put between the marks and stay selected", () => {
  expect(marked("a bead b", 2, 6, bold)).toEqual({ text: "a **bead** b", start: 4, end: 8 })
})

test("without a selection a sample is inserted and selected", () => {
  expect(marked("", 0, 0, bold)).toEqual({ text: "**words**", start: 2, end: 7 })
})

test("every selected line gets the mark in place of another, and loses it at the second press", () => {
  const once = marked("x\n# a\nb", 3, 7, { line: "- " })

  expect(once.text).toBe("x\n- a\n- b")
  expect(marked(once.text, once.start, once.end, { line: "- " }).text).toBe("x\na\nb")
})
