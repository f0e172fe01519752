import { browserStorage } from "./storage"

export const PLACED_KEY = "placedOrders"

/** Numbers of recent searches, and of recently viewed products by their slugs, that this browser keeps. */
const KEPT = { recentSearches: 5, recentlyViewed: 8 }

type RecentKey = keyof typeof KEPT

/** Return what is kept, newest first. */
export const recent = (key: RecentKey): string[] =>
  browserStorage
    .getList(key)
    .filter((text) => typeof text === "string")
    .slice(0, KEPT[key])

export function rememberRecent(key: RecentKey, text: string) {
  const others = recent(key).filter((known) => known.toLowerCase() !== text.toLowerCase())
  browserStorage.setItem(key, JSON.stringify([text, ...others].slice(0, KEPT[key])))
}

export const clearRecent = (key: RecentKey) => browserStorage.removeItem(key)

/** Delete the searches, viewed products and a guest's unpaid orders stored in this browser. */
export function clearBrowsingHistory() {
  for (const key of [...Object.keys(KEPT), PLACED_KEY]) browserStorage.removeItem(key)
}
