import { VIEWED_KEY } from "@/lib/browsing-history"

const KEPT = 8

/** Recently viewed products, newest first; stored in this browser only. */
export function recentSlugs(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(VIEWED_KEY) ?? "[]")
    return Array.isArray(stored) ? stored.filter((slug) => typeof slug === "string").slice(0, KEPT) : []
  } catch {
    return []
  }
}

/** Remember that a product was looked at. */
export function rememberViewed(slug: string) {
  const slugs = [slug, ...recentSlugs().filter((other) => other !== slug)].slice(0, KEPT)
  try {
    localStorage.setItem(VIEWED_KEY, JSON.stringify(slugs))
  } catch {
    // Storage is full or disabled: the shop works without this list.
  }
}
