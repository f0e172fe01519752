/** A picture as the API describes it. */
export type PictureData = {
  /**
   * The prefix of its files' addresses: `{url}-400.avif`, `{url}-800.webp` and so on. The address of one
   * whole file (a local preview, a picture in one size) is good, too.
   */
  url: string
  /** Pixels of the original; no file is larger. */
  width: number
  height: number
  /** The upload's key until its sizes are rendered; until then `url` is the whole file. */
  pending?: string | null
  /** A few blurred pixels as a data: address. */
  placeholder?: string | null
  color?: string | null
}

type PictureSources = {
  /** For browsers that choose nothing. */
  src: string
  webp: string | undefined
  avif: string | undefined
  /** Shape of the picture; the browser keeps the room by it. */
  width: number
  height: number
  placeholder: string | null
}

const WHOLE_FILE = /^(blob:|data:)|\.(webp|avif|jpe?g|png|gif|svg)$/i
const MIDDLE_SIZE = /^(.+)-800\.webp$/

/** The files of a picture, for `<picture>`; null when there is none. */
export function sourcesOf(picture: PictureData | string): PictureSources | null {
  const given = typeof picture === "string" ? { url: picture, width: 800, height: 800 } : picture
  if (given.url === "") return null
  const { width, height, placeholder = null } = { placeholder: null, ...given }
  const base = MIDDLE_SIZE.exec(given.url)?.[1] ?? (WHOLE_FILE.test(given.url) ? null : given.url)
  if (base === null) {
    return { src: given.url, webp: undefined, avif: undefined, width, height, placeholder }
  }
  // The largest file exists only where the original has more pixels than the middle one.
  const largest = width > 800 ? [1600] : []
  const list = (format: string) =>
    [400, 800, ...largest].map((size) => `${base}-${size}.${format} ${Math.min(size, width)}w`).join(", ")
  return { src: `${base}-800.webp`, webp: list("webp"), avif: list("avif"), width, height, placeholder }
}
