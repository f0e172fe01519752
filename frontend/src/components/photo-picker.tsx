import { ImagePlus, X } from "lucide-react"
import { type ChangeEvent, useEffect, useId, useRef, useState } from "react"
import { useTranslation } from "@/i18n"
import { fitPhoto } from "@/lib/fit-photo"
import { imageType, imageTypes } from "@/lib/image-type"
import { MAX_PHOTO_MIB, MAX_PHOTOS } from "@/lib/limits"
import { randomId } from "@/lib/random-id"
import { Button } from "./button"

const MAX_BYTES = MAX_PHOTO_MIB * 1024 * 1024

export type NewPhoto = { id: string; file: File; preview: string }

type UploadedPhoto = { _id: string; thumbnail: string }

type PhotoPickerProps<K extends UploadedPhoto> = {
  /** Photos that were sent before and stay. */
  uploaded?: readonly K[]
  added: readonly NewPhoto[]
  onUploadedChange?: (uploaded: readonly K[]) => void
  onAdded: (added: readonly NewPhoto[]) => void
  /** The server's error about a new photo, by its index; and about all of them. */
  problems: Readonly<Record<string, string>>
  disabled: boolean
  /** The photos' subject; any photos without it. */
  title?: string
  hint?: string
}

/** Choose up to four photos, see them, take them out again. */
export function PhotoPicker<K extends UploadedPhoto>({
  uploaded = [],
  added,
  onUploadedChange,
  onAdded,
  problems,
  disabled,
  title,
  hint,
}: PhotoPickerProps<K>) {
  const { t } = useTranslation("photos")
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string[]>([])
  const [preparing, setPreparing] = useState(false)
  const room = MAX_PHOTOS - uploaded.length - added.length
  const previews = useRef<string[]>([])

  // Object URLs are held in memory until they are revoked.
  useEffect(
    () => () => {
      for (const address of previews.current) URL.revokeObjectURL(address)
    },
    [],
  )

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])]
    event.target.value = ""
    const refusals: string[] = []
    if (files.length > room) refusals.push(t("tooMany", { max: MAX_PHOTOS }))
    setPreparing(true)
    const photos: NewPhoto[] = []
    for (const chosen of files.slice(0, Math.max(0, room))) {
      if (!(await imageType(chosen).catch(() => null))) {
        refusals.push(t("wrongType", { name: chosen.name }))
        continue
      }
      const file = await fitPhoto(chosen)
      if (file.size > MAX_BYTES) {
        refusals.push(t("tooLarge", { name: chosen.name }))
        continue
      }
      const preview = URL.createObjectURL(file)
      previews.current.push(preview)
      photos.push({ id: randomId(), file, preview })
    }
    setPreparing(false)
    setRefused(refusals)
    if (photos.length > 0) onAdded([...added, ...photos])
  }

  const shown = [
    ...uploaded.map((photo) => ({
      id: photo._id,
      address: photo.thumbnail,
      problem: undefined,
      remove: () => onUploadedChange?.(uploaded.filter((other) => other._id !== photo._id)),
    })),
    ...added.map((photo, place) => ({
      id: photo.id,
      address: photo.preview,
      problem: problems[`photos.${place}`],
      remove: () => onAdded(added.filter((other) => other.id !== photo.id)),
    })),
  ]
  const messages = [...refused, ...(problems.photos ? [problems.photos] : [])]
  return (
    <fieldset
      disabled={disabled}
      data-invalid={problems.photos && true}
      aria-describedby={`${id}-hint ${id}-problems`}
    >
      <legend className="font-medium text-sm">{title ?? t("title")}</legend>
      <p id={`${id}-hint`} className="mt-0.5 text-ink-soft text-sm">
        {hint ?? t("hint")}
      </p>
      {shown.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-4">
          {shown.map((photo, index) => (
            <li key={photo.id} className="w-24">
              <span className="relative block">
                <img
                  src={photo.address}
                  alt={t("preview", { number: index + 1 })}
                  className={`size-24 rounded-md bg-tile object-cover ${photo.problem ? "outline-2 outline-danger" : ""}`}
                />
                <button
                  type="button"
                  aria-label={t("remove", { number: index + 1 })}
                  onClick={photo.remove}
                  className="-top-3 -right-3 absolute inline-flex size-11 items-center justify-center"
                >
                  <span className="inline-flex size-7 items-center justify-center rounded-full bg-ink text-white">
                    <X className="size-4" />
                  </span>
                </button>
              </span>
              {photo.problem && <span className="mt-1.5 block text-danger text-xs">{photo.problem}</span>}
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept={imageTypes}
        multiple
        tabIndex={-1}
        aria-label={t("add")}
        onChange={choose}
        className="sr-only"
      />
      <Button
        variant="secondary"
        className="mt-3"
        busy={preparing}
        disabled={room <= 0}
        onClick={() => input.current?.click()}
      >
        {!preparing && <ImagePlus className="size-5" />}
        {preparing ? t("preparing") : t("add")}
      </Button>
      <div id={`${id}-problems`} role="alert" className="text-danger text-sm">
        {messages.map((message) => (
          <p key={message} className="mt-1.5">
            {message}
          </p>
        ))}
      </div>
    </fieldset>
  )
}
