import { beforeEach, expect, test } from "vitest"
import { clearDraft, readDraft, storeDraft } from "./draft"

const draft = { rating: 4, title: "Fine", text: "Even lines." }

beforeEach(() => sessionStorage.clear())

test("a draft is stored per user and product until it is cleared", () => {
  storeDraft("asha", "five", draft)

  expect(readDraft("asha", "five")).toEqual(draft)
  expect(readDraft("asha", "six")).toBeNull()
  expect(readDraft("ravi", "five")).toBeNull()

  clearDraft("asha", "five")
  expect(readDraft("asha", "five")).toBeNull()
})

test.each([
  "",
  "{",
  "null",
  "[]",
  '{"rating":9,"title":"","text":""}',
  '{"rating":null,"title":1,"text":""}',
])("what is no draft (%s) is none", (stored) => {
  sessionStorage.setItem("review:asha:five", stored)

  expect(readDraft("asha", "five")).toBeNull()
})
