import { useState } from "react"
import { cx } from "@/lib/cx"
import { BeadMark } from "./logo"

type PictureProps = {
  /** Address of the full picture (800 px); a 400 px one lies beside it. Empty when there is none. */
  src: string
  alt: string
  /** How wide it is shown, in the words of the `sizes` attribute. */
  sizes: string
  /** The first picture of a page: fetched at once instead of when it comes near. */
  eager?: boolean
  className?: string
}

const PRODUCT_PICTURE = /^(\/media\/products\/.+)\.webp$/

/** A square product picture on the ground it was photographed on; a bead drawn in gold where there is none. */
export function Picture({ src, alt, sizes, eager, className }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const small = src.replace(PRODUCT_PICTURE, "$1-400.webp")
  return (
    <span className={cx("relative block aspect-square overflow-hidden bg-tile", className)}>
      {src === "" || broken === src ? (
        <span className="absolute inset-0 flex items-center justify-center">
          <BeadMark className="size-1/4 text-gold/60" />
          {alt && <span className="sr-only">{alt}</span>}
        </span>
      ) : (
        <img
          src={src}
          srcSet={small === src ? undefined : `${small} 400w, ${src} 800w`}
          sizes={sizes}
          alt={alt}
          width={800}
          height={800}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : "auto"}
          decoding="async"
          onError={() => setBroken(src)}
          className="size-full object-cover"
        />
      )}
    </span>
  )
}
