import { liveQuery } from "@/features/admin/shared/query-options"
import { api, read, type Schemas, unwrap } from "@/lib/api"
import { fetchWithProgress } from "@/lib/upload"

export type UploadedPicture = Schemas["UploadedPicture"]

/** Upload one picture, queued with others. */
export async function uploadPicture(
  file: File,
  onProgress: (part: number) => void,
): Promise<UploadedPicture> {
  const form = new FormData()
  form.append("images", file)
  const [picture] = await unwrap(
    api.POST("/api/admin/uploads", {
      // The generated types have the fields of the form; the form itself is sent.
      body: {},
      bodySerializer: () => form,
      fetch: fetchWithProgress(onProgress),
    }),
  )
  if (!picture) throw new Error("no picture")
  return picture
}

/** An uploaded picture, and whether its sizes are rendered; also the topic `picture:{key}`. */
export const uploadQuery = (key: string) =>
  liveQuery(["staff", "uploads", key], read("/api/admin/uploads/{key}", { path: { key } }))
