import { imageType } from "./image-type"

/** The server scales photos down to 1600 pixels. */
const LONGER_SIDE = 2000
const ENOUGH_BYTES = 1_500_000

/**
 * Scale a photo down before the upload, which takes minutes otherwise on a slow connection.
 *
 * A file that cannot be decoded is sent unchanged; the server validates it.
 */
export async function fitPhoto(file: File): Promise<File> {
  if (file.size <= ENOUGH_BYTES) return file
  try {
    if ((await imageType(file)) === "image/gif") return file
    const bitmap = await createImageBitmap(file)
    const scale = Math.min(1, LONGER_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement("canvas")
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    const context = canvas.getContext("2d")
    if (!context) return file
    // As the server does: a JPEG has no transparency, and browsers would make it black.
    context.fillStyle = "white"
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88))
    return blob && blob.size < file.size ? new File([blob], file.name, { type: "image/jpeg" }) : file
  } catch {
    return file
  }
}
