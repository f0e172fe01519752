import { browserStorage } from "./storage"

export const SEARCHES_KEY = "recentSearches"
export const VIEWED_KEY = "recentlyViewed"
export const PLACED_KEY = "placedOrders"

/** Delete the searches, viewed products and a guest's unpaid orders stored in this browser. */
export function clearBrowsingHistory() {
  for (const key of [SEARCHES_KEY, VIEWED_KEY, PLACED_KEY]) browserStorage.removeItem(key)
}
