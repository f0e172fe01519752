import { expect, test } from "vitest"
import { clearRecentSearches, recentSearches, rememberSearch } from "./recent-searches"

test("the last five searches are kept, the newest first and each once", () => {
  for (const text of ["mala", "amethyst", "sphatik", "5 mukhi", "रुद्राक्ष", "Mala"]) rememberSearch(text)

  expect(recentSearches()).toEqual(["Mala", "रुद्राक्ष", "5 mukhi", "sphatik", "amethyst"])
})

test("what somebody else wrote into the browser's storage does no harm", () => {
  localStorage.setItem("recentSearches", '{"not": "a list"}')
  expect(recentSearches()).toEqual([])
  localStorage.setItem("recentSearches", '[1, null, "mala"]')
  expect(recentSearches()).toEqual(["mala"])
})

test("they can be forgotten", () => {
  rememberSearch("mala")

  clearRecentSearches()

  expect(recentSearches()).toEqual([])
})
