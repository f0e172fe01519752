import { preload } from "react-dom"

/**
 * Have the browser fetch an AVIF picture before it reaches the picture in the document. React itself does so for an
 * `<img>`, but not for one in a `<picture>`.
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
