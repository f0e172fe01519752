/** The accepted image types, by the magic bytes at the beginning of the file. */
const beginnings: readonly (readonly [string, RegExp])[] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF.{4}WEBP/s],
]
const ENOUGH_BYTES = 12

/** These types as the `accept` attribute of a file input. */
export const imageTypes = beginnings.map(([type]) => type).join(",")

/**
 * Return the image type of a file by its content, as the server does; null for anything else.
 *
 * Name and MIME type are unreliable: an image may have no extension. Rejects when the file cannot be read.
 */
export async function imageType(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.slice(0, ENOUGH_BYTES).arrayBuffer())
  const text = String.fromCharCode(...bytes)
  return beginnings.find(([, beginning]) => beginning.test(text))?.[0] ?? null
}
