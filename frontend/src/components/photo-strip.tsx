import { useState } from "react"
import { cx } from "@/lib/cx"
import { useLast } from "@/lib/use-last"
import { lazyDialog } from "./lazy-with-retry"

const Lightbox = lazyDialog(() => import("./lightbox"), "Lightbox")

type Photo = { url: string; thumbnail: string; width: number; height: number }

type PhotoStripProps = {
  photos: readonly Photo[]
  /** The photos' subject or author. */
  title: string
  /** The name of the button that opens a photo, numbered from 1. */
  nameOf: (number: number) => string
  size?: "sm" | "md"
}

/** Photos that somebody sent, small; pressed, one fills the screen. */
export function PhotoStrip({ photos, title, nameOf, size = "md" }: PhotoStripProps) {
  const [opened, setOpened] = useState<number | null>(null)
  const last = useLast(opened)
  if (photos.length === 0) return null
  return (
    <>
      <ul className={cx("flex flex-wrap", size === "sm" ? "gap-2" : "gap-3")}>
        {photos.map((photo, index) => (
          <li key={photo.url}>
            <button
              type="button"
              data-printed
              aria-label={nameOf(index + 1)}
              onClick={() => setOpened(index)}
              className="block overflow-hidden rounded-md bg-tile transition-opacity hover:opacity-85"
            >
              <img
                src={photo.thumbnail}
                alt=""
                width={96}
                height={96}
                loading="lazy"
                decoding="async"
                className={cx("object-cover", size === "sm" ? "size-14" : "size-24")}
              />
            </button>
          </li>
        ))}
      </ul>
      <Lightbox
        open={opened !== null}
        onOpenChange={(open) => !open && setOpened(null)}
        title={title}
        pictures={photos}
        index={last ?? 0}
        onIndexChange={setOpened}
      />
    </>
  )
}
