import { browserStorage } from "./storage"

export const SEARCHES_KEY = "recentSearches"
export const VIEWED_KEY = "recentlyViewed"

/** Delete the searches and viewed products stored in this browser. */
export function clearBrowsingHistory() {
  for (const key of [SEARCHES_KEY, VIEWED_KEY]) browserStorage.removeItem(key)
}
