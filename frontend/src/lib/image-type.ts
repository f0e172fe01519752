/** The kinds of pictures the shop takes, by the bytes that such a file begins with. */
const beginnings: readonly (readonly [string, RegExp])[] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF.{4}WEBP/s],
]
const ENOUGH_BYTES = 12

/** These kinds as the `accept` of a file field. */
export const imageTypes = beginnings.map(([type]) => type).join(",")

/**
 * Return what kind of picture a file is by its content, as the server judges it; null for anything else.
 *
 * Its name and the type that a browser makes of it say nothing: a picture may have no extension. Rejects when the
 * file cannot be read.
 */
export async function imageType(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.slice(0, ENOUGH_BYTES).arrayBuffer())
  const text = String.fromCharCode(...bytes)
  return beginnings.find(([, beginning]) => beginning.test(text))?.[0] ?? null
}
