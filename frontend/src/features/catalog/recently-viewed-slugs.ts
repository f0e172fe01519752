import { VIEWED_KEY } from "@/lib/browsing-history"
import { browserStorage } from "@/lib/storage"

const KEPT = 8

/** Recently viewed products, newest first; stored in this browser only. */
export function recentSlugs(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.getItem(VIEWED_KEY) ?? "[]")
    return Array.isArray(stored) ? stored.filter((slug) => typeof slug === "string").slice(0, KEPT) : []
  } catch {
    return []
  }
}

/** Remember that a product was looked at. */
export function rememberViewed(slug: string) {
  const slugs = [slug, ...recentSlugs().filter((other) => other !== slug)].slice(0, KEPT)
  browserStorage.setItem(VIEWED_KEY, JSON.stringify(slugs))
}
