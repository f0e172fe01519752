import { api, type Schemas, unwrap } from "@/lib/api"
import { fetchWithProgress } from "@/lib/upload"

export type Words = { rating: number; title: string; text: string }
type Sent = Schemas["MyReviewData"]

type Sending = {
  slug: string
  words: Words
  photos: readonly File[]
  /** The ids of the photos to keep when an earlier review is changed; null for the first one. */
  keepPhotos: readonly string[] | null
  /** Told how much has left, 0 to 1. */
  onProgress: (part: number) => void
}

/** Send a review with its photos. */
export function sendReview({ slug, words, photos, keepPhotos, onProgress }: Sending): Promise<Sent> {
  const form = new FormData()
  form.set("rating", String(words.rating))
  form.set("title", words.title)
  form.set("text", words.text)
  for (const id of keepPhotos ?? []) form.append("keepPhotos", id)
  for (const photo of photos) form.append("photos", photo)
  const options = {
    params: { path: { slug } },
    // The types know the fields of the form, the form itself is what is sent.
    body: { ...words },
    bodySerializer: () => form,
    fetch: fetchWithProgress(onProgress),
  }
  return unwrap(
    keepPhotos === null
      ? api.POST("/api/products/{slug}/reviews", options)
      : api.POST("/api/products/{slug}/reviews/mine", options),
  )
}
