import { preload } from "react-dom"

/**
 * Preload an AVIF picture. React does so by itself for an `<img>`, but not inside a `<picture>`.
 */
export function preloadPicture(srcSet: string, sizes: string) {
  preload(srcSet.split(" ", 1)[0] ?? "", {
    as: "image",
    type: "image/avif",
    imageSrcSet: srcSet,
    imageSizes: sizes,
    fetchPriority: "high",
  })
}
