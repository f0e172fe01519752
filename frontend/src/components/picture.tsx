import { useState } from "react"
import { cx } from "@/lib/cx"
import { preloadPicture } from "@/lib/preload-picture"
import { BeadMark } from "./logo"
import { type PictureData, sourcesOf } from "./picture-sources"

export type { PictureData } from "./picture-sources"

type PictureProps = {
  /** The picture as the API describes it; null when there is none. */
  picture?: PictureData | null
  /** The address of one file, where that is all there is. */
  src?: string
  alt: string
  /** Width of the picture, as a `sizes` attribute. */
  sizes: string
  /** The first picture of a page: fetched at once instead of when it comes near. */
  eager?: boolean
  /**
   * Fit of the whole picture in a box of another shape: cut (`cover`), with margins (`contain`), or
   * passing into margins above and below (`extend`).
   */
  fit?: "cover" | "contain" | "extend"
  className?: string
}

/**
 * A picture in the sizes and formats the browser can choose from; a blurred one is shown until it has arrived.
 *
 * Its space is reserved from the start. A drawn bead replaces an absent or broken picture.
 */
export function Picture({ picture, src = "", alt, sizes, eager, fit = "cover", className }: PictureProps) {
  const sources = sourcesOf(picture ?? src)
  const [broken, setBroken] = useState<string | null>(null)
  const [arrived, setArrived] = useState<string>()
  if (eager && sources?.avif) preloadPicture(sources.avif, sizes)
  return (
    <span
      className={cx("relative block aspect-square overflow-hidden bg-tile", className)}
      data-broken={broken !== null && broken === sources?.src ? "" : undefined}
    >
      {sources === null || broken === sources.src ? (
        <span className="absolute inset-0 flex items-center justify-center">
          <BeadMark className="size-1/4 text-gold/60" />
          {alt && <span className="sr-only">{alt}</span>}
        </span>
      ) : (
        <>
          {sources.placeholder && arrived !== sources.src && (
            <img
              src={sources.placeholder}
              alt=""
              aria-hidden="true"
              className={cx(
                "absolute inset-0 size-full blur-md",
                fit === "cover" ? "scale-110 object-cover" : "object-contain",
              )}
            />
          )}
          <picture>
            {sources.avif && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
            <img
              src={sources.src}
              srcSet={sources.webp}
              sizes={sizes}
              alt={alt}
              width={sources.width}
              height={sources.height}
              loading={eager ? "eager" : "lazy"}
              fetchPriority={eager ? "high" : "auto"}
              decoding="async"
              draggable={false}
              onLoad={() => setArrived(sources.src)}
              onError={() => setBroken(sources.src)}
              className={cx(
                fit === "extend" ? "absolute inset-0 m-auto max-h-full w-full fade-y" : "relative size-full",
                fit === "cover" ? "object-cover" : "object-contain",
              )}
            />
          </picture>
        </>
      )}
    </span>
  )
}
