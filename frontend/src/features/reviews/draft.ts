/** What somebody has typed; kept in the tab, so that neither a reload nor the way to the login loses it. */
export type Draft = { rating: number | null; title: string; text: string }

const keyOf = (userId: string, slug: string) => `review:${userId}:${slug}`

export function readDraft(userId: string, slug: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId, slug)) ?? "null")
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

export function keepDraft(userId: string, slug: string, draft: Draft) {
  try {
    sessionStorage.setItem(keyOf(userId, slug), JSON.stringify(draft))
  } catch {
    // A full or forbidden store: the form works without it.
  }
}

export function dropDraft(userId: string, slug: string) {
  sessionStorage.removeItem(keyOf(userId, slug))
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === "object" &&
  value !== null &&
  "rating" in value &&
  (value.rating === null || (typeof value.rating === "number" && value.rating >= 1 && value.rating <= 5)) &&
  "title" in value &&
  typeof value.title === "string" &&
  "text" in value &&
  typeof value.text === "string"
