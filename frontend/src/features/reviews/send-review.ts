import { api, type Schemas, unwrap } from "@/lib/api"
import { photoForm } from "@/lib/upload"

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

export function sendReview({ slug, words, photos, keepPhotos, onProgress }: Sending): Promise<Sent> {
  const fields = keepPhotos === null ? words : { ...words, keepPhotos: [...keepPhotos] }
  const options = { params: { path: { slug } }, ...photoForm(fields, photos, onProgress) }
  return unwrap(
    keepPhotos === null
      ? api.POST("/api/products/{slug}/reviews", options)
      : api.POST("/api/products/{slug}/reviews/mine", options),
  )
}
