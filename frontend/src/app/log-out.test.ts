import { expect, test } from "vitest"
import { recentSlugs, rememberViewed } from "@/features/catalog/recently-viewed-slugs"
import { useSession } from "@/stores/session"
import { recentSearches, rememberSearch } from "./recent-searches"

test("a logout leaves nothing of what was searched for, looked at or typed", () => {
  rememberSearch("mala")
  rememberViewed("5-mukhi-rudraksha")
  sessionStorage.setItem("draft", "typed")

  useSession.getState().leave()

  expect(recentSearches()).toEqual([])
  expect(recentSlugs()).toEqual([])
  expect(sessionStorage.getItem("draft")).toBeNull()
})
