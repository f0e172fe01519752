import { useEffect } from "react"
import { get } from "react-hook-form"
import { Button } from "@/components/button"
import { Picture } from "@/components/picture"
import { FileButton } from "@/features/admin/shared/file-button"
import { useFields } from "@/features/admin/shared/form-fields"
import { imageTypes } from "@/lib/image-type"
import { PictureStatusNote, usePictureStatus } from "./picture-status"
import type { UploadedPicture } from "./queries"
import { useFileDrop } from "./use-file-drop"
import { useUploads } from "./use-uploads"

/** A picture as the value of a form's field: its `url` is sent. */
export type PictureValue = { url: string; preview: UploadedPicture["picture"] | null }

type PictureFieldProps = {
  path: string
  label: string
  words: { choose: string; remove: string; prepareAgain: string }
  hint?: string
  /** Not scaled down first. */
  asItIs?: boolean
}

/** A picture: uploads on selection, previews, removes. The form cannot be sent during an upload. */
export function PictureField({ path, label, words, hint, asItIs }: PictureFieldProps) {
  const { values, errors, set, setUploading } = useFields<Record<string, unknown>>()
  const held = get(values, path) as PictureValue | null
  const uploads = useUploads(({ url, picture }) => set(path, { url, preview: picture }), asItIs)
  const preparation = usePictureStatus(held?.preview ?? null)
  const dropping = useFileDrop((files) => void uploads.add(files.slice(0, 1)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another object at each rendering.
  useEffect(() => {
    setUploading(path, uploads.busy)
  }, [path, uploads.busy])
  const problems = [...uploads.refused, ...uploads.list.map(({ problem }) => problem), errors[path]]
  return (
    <div {...dropping} className="flex flex-wrap items-center gap-4 rounded-md data-over:bg-accent-wash">
      <Picture picture={preparation.picture} alt="" sizes="6rem" className="w-24 rounded-md" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-sm">{label}</p>
        {hint && <p className="text-ink-soft text-sm">{hint}</p>}
        <PictureStatusNote preparation={preparation} label={words.prepareAgain} />
        <div className="mt-2 flex flex-wrap gap-2">
          <FileButton
            label={words.choose}
            accept={imageTypes}
            variant="secondary"
            size="sm"
            busy={uploads.busy}
            onChoose={uploads.add}
          >
            {words.choose}
          </FileButton>
          {held && (
            <Button variant="quiet" size="sm" onClick={() => set(path, null)}>
              {words.remove}
            </Button>
          )}
        </div>
        <div role="alert" className="mt-1 text-danger text-sm">
          {[...new Set(problems)].map((problem) => problem && <p key={problem}>{problem}</p>)}
        </div>
      </div>
    </div>
  )
}
