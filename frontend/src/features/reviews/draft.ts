import { tabStorage } from "@/lib/storage"

/** Draft of a review, in session storage so that it survives a reload and a visit to the login page. */
export type Draft = { rating: number | null; title: string; text: string }

const keyOf = (userId: string, slug: string) => `review:${userId}:${slug}`

export function readDraft(userId: string, slug: string): Draft | null {
  const { rating, title, text } = tabStorage.getRecord(keyOf(userId, slug))
  const isRating = rating === null || (typeof rating === "number" && rating >= 1 && rating <= 5)
  return isRating && typeof title === "string" && typeof text === "string" ? { rating, title, text } : null
}

export function storeDraft(userId: string, slug: string, draft: Draft) {
  tabStorage.setItem(keyOf(userId, slug), JSON.stringify(draft))
}

export const clearDraft = (userId: string, slug: string) => tabStorage.removeItem(keyOf(userId, slug))
