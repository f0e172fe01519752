import { useState } from "react"
import { useTranslation } from "react-i18next"
import { Lightbox } from "@/components/lightbox"
import type { ReviewPhoto } from "./queries"

type PhotoStripProps = { photos: readonly ReviewPhoto[]; author: string }

/** A review's photos, small; pressed, one fills the screen. */
export function PhotoStrip({ photos, author }: PhotoStripProps) {
  const { t } = useTranslation("reviews")
  const [opened, setOpened] = useState<number | null>(null)
  // Kept while the window fades out.
  const [last, setLast] = useState(0)
  if (opened !== null && opened !== last) setLast(opened)
  if (photos.length === 0) return null
  return (
    <>
      <ul className="mt-4 flex flex-wrap gap-3">
        {photos.map((photo, index) => (
          <li key={photo._id}>
            <button
              type="button"
              aria-label={t("openPhoto", { number: index + 1, author })}
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
                className="size-24 object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      <Lightbox
        open={opened !== null}
        onOpenChange={(open) => !open && setOpened(null)}
        title={t("photosBy", { author })}
        pictures={photos}
        index={last}
        onIndexChange={setOpened}
      />
    </>
  )
}
