import { tabStorage } from "@/lib/storage"

/** Draft of a review, in session storage so that it survives a reload and a visit to the login page. */
export type Draft = { rating: number | null; title: string; text: string }

const keyOf = (userId: string, slug: string) => `review:${userId}:${slug}`

export function readDraft(userId: string, slug: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(tabStorage.getItem(keyOf(userId, slug)) ?? "null")
    return isDraft(stored) ? stored : null
  } catch {
    return null
  }
}

export function storeDraft(userId: string, slug: string, draft: Draft) {
  tabStorage.setItem(keyOf(userId, slug), JSON.stringify(draft))
}

export function clearDraft(userId: string, slug: string) {
  tabStorage.removeItem(keyOf(userId, slug))
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
