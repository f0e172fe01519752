import { expect, test } from "vitest"
import { searchTermsOf } from "./search-terms"

test.each([
  ["/products/5-mukhi-rudraksh", "products 5 mukhi rudraksh"],
  ["/%E0%A4%B0%E0%A5%81%E0%A4%A6%E0%A5%8D%E0%A4%B0%E0%A4%BE%E0%A4%95%E0%A5%8D%E0%A4%B7", "रुद्राक्ष"],
  ["/a_b.c", "a b c"],
  ["/%zz", ""],
  ["/", ""],
])("the words of %s are %s", (path, words) => {
  expect(searchTermsOf(path)).toBe(words)
})
