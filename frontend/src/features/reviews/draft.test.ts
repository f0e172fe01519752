import { beforeEach, expect, test } from "vitest"
import { dropDraft, keepDraft, readDraft } from "./draft"

const draft = { rating: 4, title: "Fine", text: "Even lines." }

beforeEach(() => sessionStorage.clear())

test("a draft is kept per person and product until it is dropped", () => {
  keepDraft("asha", "five", draft)

  expect(readDraft("asha", "five")).toEqual(draft)
  expect(readDraft("asha", "six")).toBeNull()
  expect(readDraft("ravi", "five")).toBeNull()

  dropDraft("asha", "five")
  expect(readDraft("asha", "five")).toBeNull()
})

test.each([
  "",
  "{",
  "null",
  "[]",
  '{"rating":9,"title":"","text":""}',
  '{"rating":null,"title":1,"text":""}',
])("what is no draft (%s) is none", (kept) => {
  sessionStorage.setItem("review:asha:five", kept)

  expect(readDraft("asha", "five")).toBeNull()
})
