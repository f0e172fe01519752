import { ArrowLeft, ArrowRight, ImagePlus, RotateCw, X } from "lucide-react"
import { type DragEvent, useEffect, useState } from "react"
import { IconButton } from "@/components/button"
import { Picture } from "@/components/picture"
import { FileButton } from "@/features/admin/shared/file-button"
import { useFields } from "@/features/admin/shared/form-fields"
import { PictureStatusNote, usePictureStatus } from "@/features/admin/shared/pictures/picture-status"
import { useFileDrop } from "@/features/admin/shared/pictures/use-file-drop"
import { useUploads } from "@/features/admin/shared/pictures/use-uploads"
import { useTranslation } from "@/i18n"
import { cx } from "@/lib/cx"
import { imageTypes } from "@/lib/image-type"
import { randomId } from "@/lib/random-id"
import type { Draft, PictureDraft } from "./draft"
import { fieldId } from "./form"

/** Ordered pictures, the first is the main one: reordered by dragging or buttons. */
export function PicturesEditor() {
  const { t } = useTranslation("adminProducts")
  const { values, set, errors, latest, setUploading } = useFields<Draft>()
  const uploads = useUploads(({ url, picture }) =>
    set("pictures", [...latest().pictures, { key: randomId(), url, preview: picture }]),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object at each rendering.
  useEffect(() => {
    setUploading("pictures", uploads.busy)
  }, [uploads.busy])
  const [announcement, setAnnouncement] = useState("")
  const [dragged, setDragged] = useState<number | null>(null)
  const add = (files: File[]) => void uploads.add(files).then(setAnnouncement)
  const dropping = useFileDrop(add, dragged !== null)
  const { pictures } = values

  function move(from: number, to: number) {
    const picture = pictures[from]
    if (!picture || to < 0 || to >= pictures.length || from === to) return
    const others = pictures.filter((_, place) => place !== from)
    set("pictures", [...others.slice(0, to), picture, ...others.slice(to)])
    setAnnouncement(t("pictures.moved", { number: to + 1, count: pictures.length }))
  }
  function drop(event: DragEvent, place: number) {
    if (dragged === null) return
    event.preventDefault()
    move(dragged, place)
    setDragged(null)
  }
  return (
    <div
      id={fieldId("images")}
      tabIndex={-1}
      {...dropping}
      className="rounded-md border border-line-strong border-dashed p-4 data-over:border-accent data-over:bg-accent-wash"
    >
      {pictures.length > 0 && (
        <ol className="flex flex-wrap gap-4">
          {pictures.map((picture, place) => (
            <li
              key={picture.key}
              draggable
              onDragStart={() => setDragged(place)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => drop(event, place)}
              onDragEnd={() => setDragged(null)}
              className={cx("w-36", dragged === place && "opacity-50")}
            >
              <Tile
                picture={picture}
                place={place}
                count={pictures.length}
                onMove={(to) => move(place, to)}
                onRemove={() =>
                  set(
                    "pictures",
                    pictures.filter(({ key }) => key !== picture.key),
                  )
                }
              />
            </li>
          ))}
        </ol>
      )}
      <UploadList {...uploads} />
      <FileButton
        label={t("pictures.add")}
        accept={imageTypes}
        multiple
        variant="secondary"
        className={cx(pictures.length + uploads.list.length > 0 && "mt-4")}
        onChoose={add}
      >
        <ImagePlus aria-hidden="true" className="size-5" />
        {t("pictures.add")}
      </FileButton>
      <p className="mt-2 text-ink-soft text-sm">{t("pictures.hint")}</p>
      <p role="status" className="mt-1 text-sm">
        {announcement}
      </p>
      <div role="alert" className="text-danger text-sm">
        {uploads.refused.map((word) => (
          <p key={word}>{word}</p>
        ))}
        {errors.images && <p>{errors.images}</p>}
      </div>
    </div>
  )
}

type TileProps = {
  picture: PictureDraft
  place: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

function Tile({ picture, place, count, onMove, onRemove }: TileProps) {
  const { t } = useTranslation("adminProducts")
  const number = place + 1
  const preparation = usePictureStatus(picture.preview)
  return (
    <>
      <span className="relative block cursor-grab">
        <Picture
          picture={preparation.picture}
          src={picture.url}
          alt={t("pictures.alt", { number })}
          sizes="9rem"
          className="rounded-md"
        />
        {place === 0 && (
          <span className="absolute top-2 left-2 rounded-sm bg-ink px-2 py-0.5 text-white text-xs">
            {t("pictures.main")}
          </span>
        )}
      </span>
      <PictureStatusNote preparation={preparation} label={t("pictures.prepareNumberAgain", { number })} />
      <span className="flex justify-between">
        <IconButton
          label={t("pictures.forward", { number })}
          disabled={place === 0}
          onClick={() => onMove(place - 1)}
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton label={t("pictures.remove", { number })} onClick={onRemove}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton
          label={t("pictures.back", { number })}
          disabled={place === count - 1}
          onClick={() => onMove(place + 1)}
        >
          <ArrowRight aria-hidden="true" className="size-4" />
        </IconButton>
      </span>
    </>
  )
}

/** The pictures that are being uploaded, and those that failed. */
function UploadList({ list, retry, drop }: Pick<ReturnType<typeof useUploads>, "list" | "retry" | "drop">) {
  const { t } = useTranslation("adminProducts")
  if (list.length === 0) return null
  return (
    <ul className="mt-4 space-y-2">
      {list.map(({ id, file, progress, problem }) => (
        <li
          key={id}
          className="flex min-h-11 flex-wrap items-center gap-3 rounded-sm border border-line bg-paper px-3 text-sm"
        >
          <span className="min-w-0 flex-1 truncate">{file.name}</span>
          {problem === null ? (
            <>
              <progress
                max={1}
                value={progress}
                aria-label={file.name}
                className="bar h-1.5 w-28 max-sm:w-20"
              />
              <span className="min-w-12 text-right tabular-nums">
                {progress === 0 ? t("pictures.waits") : `${Math.round(progress * 100)} %`}
              </span>
            </>
          ) : (
            <>
              <span role="alert" className="text-danger max-sm:order-last max-sm:basis-full max-sm:pb-3">
                {problem}
              </span>
              <IconButton label={t("pictures.retry", { name: file.name })} onClick={() => retry(id)}>
                <RotateCw aria-hidden="true" className="size-4" />
              </IconButton>
              <IconButton label={t("pictures.giveUp", { name: file.name })} onClick={() => drop(id)}>
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
