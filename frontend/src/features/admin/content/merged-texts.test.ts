import { expect, test } from "vitest"
import { mergedTexts } from "./merged-texts"

test("put on top of a colleague's text, the own one keeps what they changed elsewhere", () => {
  const base = { en: { title: "About", body: "Old" }, hi: { title: "परिचय", body: "पुराना" }, options: {} }
  const mine = { ...base, en: { title: "About us", body: "Old" } }
  const theirs = {
    en: { title: "Us", body: "New" },
    hi: { title: "परिचय", body: "नया" },
    options: { on: "1" },
  }

  expect(mergedTexts(base, mine, theirs)).toEqual({
    en: { title: "About us", body: "New" },
    hi: { title: "परिचय", body: "नया" },
    options: { on: "1" },
  })
})
