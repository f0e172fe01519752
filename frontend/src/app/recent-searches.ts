import { SEARCHES_KEY } from "@/lib/browsing-history"
import { browserStorage } from "@/lib/storage"

const KEPT = 5

/** Recent searches of this browser, newest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.getItem(SEARCHES_KEY) ?? "[]")
    return Array.isArray(stored) ? stored.filter((text) => typeof text === "string").slice(0, KEPT) : []
  } catch {
    return []
  }
}

export function rememberSearch(text: string) {
  const others = recentSearches().filter((known) => known.toLowerCase() !== text.toLowerCase())
  browserStorage.setItem(SEARCHES_KEY, JSON.stringify([text, ...others].slice(0, KEPT)))
}

export const clearRecentSearches = () => browserStorage.removeItem(SEARCHES_KEY)
