import { expect, test } from "vitest"
import { recent, rememberRecent } from "@/lib/browsing-history"
import { useSession } from "@/stores/session"

test("a logout leaves nothing of what was searched for, looked at or typed", () => {
  rememberRecent("recentSearches", "mala")
  rememberRecent("recentlyViewed", "5-mukhi-rudraksha")
  sessionStorage.setItem("draft", "typed")

  useSession.getState().leave()

  expect(recent("recentSearches")).toEqual([])
  expect(recent("recentlyViewed")).toEqual([])
  expect(sessionStorage.getItem("draft")).toBeNull()
})
