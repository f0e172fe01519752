import type { Schemas } from "@/lib/api"

export type SceneName = Exclude<Schemas["HomeChapter"]["picture"], "hero">

const WIDTHS = [640, 1280] as const
const filesOf = (name: SceneName, format: string) =>
  WIDTHS.map((width) => `/pictures/scene-${name}-${width}.${format} ${width}w`).join(", ")

type ScenePictureProps = { name: SceneName; alt: string; sizes: string; className: string }

/** A picture of how a bead comes to its owner, fetched when it is about to be seen. */
export function ScenePicture({ name, alt, sizes, className }: ScenePictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={filesOf(name, "avif")} sizes={sizes} />
      <img
        src={`/pictures/scene-${name}-640.webp`}
        srcSet={filesOf(name, "webp")}
        sizes={sizes}
        alt={alt}
        width={1280}
        height={960}
        loading="lazy"
        decoding="async"
        className={className}
      />
    </picture>
  )
}
