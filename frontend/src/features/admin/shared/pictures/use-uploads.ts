import { useState } from "react"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { fitPhoto } from "@/lib/fit-photo"
import { imageType } from "@/lib/image-type"
import { MAX_PHOTO_MIB } from "@/lib/limits"
import { randomId } from "@/lib/random-id"
import { toast } from "@/lib/toast"
import { type UploadedPicture, uploadPicture } from "./queries"

const MAX_BYTES = MAX_PHOTO_MIB * 1024 * 1024

export type Upload = { id: string; file: File; progress: number; problem: string | null }

/**
 * Upload pictures one at a time; `onDone` is called with each.
 *
 * `asTheyAre`: not scaled down first, as every pixel of a turntable's sprite counts.
 */
export function useUploads(onDone: (picture: UploadedPicture) => void, asTheyAre = false) {
  const { t } = useTranslation("adminProducts")
  const errorText = useErrorText()
  const [list, setList] = useState<readonly Upload[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])

  const change = (id: string, changed: Partial<Upload>) =>
    setList((now) => now.map((upload) => (upload.id === id ? { ...upload, ...changed } : upload)))
  const drop = (id: string) => setList((now) => now.filter((upload) => upload.id !== id))

  async function send({ id, file }: Pick<Upload, "id" | "file">) {
    change(id, { progress: 0, problem: null })
    try {
      const sent = asTheyAre ? file : await fitPhoto(file)
      onDone(await uploadPicture(sent, (progress) => change(id, { progress })))
      drop(id)
      toast.success(t("pictures.uploaded"))
    } catch (error) {
      const busy = error instanceof ApiError && error.status === 429
      change(id, { problem: busy ? t("pictures.tooMany") : errorText(error, t("pictures.failed")) })
    }
  }

  return {
    list,
    refused,
    /** True while an upload is running. */
    busy: list.some(({ problem }) => problem === null),
    drop,
    retry: (id: string) => {
      const upload = list.find((each) => each.id === id)
      if (upload) void send(upload)
    },
    add: async (files: readonly File[]): Promise<string> => {
      const types = await Promise.all(files.map(imageType)).catch(() => null)
      if (types === null) {
        // A file that cannot be read, such as one deleted after it was chosen.
        toast.error(t("pictures.notRead"))
        return ""
      }
      const refusals: string[] = []
      const good = files.filter((file, place) => {
        if (types[place] === null) refusals.push(t("pictures.wrongType", { file: file.name }))
        else if (file.size > MAX_BYTES) refusals.push(t("pictures.tooLarge", { file: file.name }))
        else return true
        return false
      })
      setRefused(refusals)
      const uploads = good.map((file) => ({ id: randomId(), file, progress: 0, problem: null }))
      setList((now) => [...now, ...uploads])
      for (const upload of uploads) void send(upload)
      return good.length > 0 ? t("pictures.selected", { count: good.length }) : ""
    },
  }
}
