export const SEARCHES_KEY = "recentSearches"
export const VIEWED_KEY = "recentlyViewed"

/** Forget what was searched for and looked at in this browser. */
export function clearBrowsingHistory() {
  for (const key of [SEARCHES_KEY, VIEWED_KEY]) localStorage.removeItem(key)
}
