import { Button } from "@/components/button"
import { Picture } from "@/components/picture"
import { FileButton } from "@/features/admin/shared/file-button"
import { imageTypes } from "@/lib/image-type"
import { PictureStatusNote, usePictureStatus } from "./picture-status"
import type { UploadedPicture } from "./queries"
import type { useUploads } from "./use-uploads"

type PictureFieldProps = {
  label: string
  words: { choose: string; remove: string; prepareAgain: string }
  hint?: string
  preview: UploadedPicture["picture"] | null
  uploads: ReturnType<typeof useUploads>
  error?: string
  onRemove: () => void
}

/** Picture field: uploads on selection, previews, removes. */
export function PictureField({ label, words, hint, preview, uploads, error, onRemove }: PictureFieldProps) {
  const preparation = usePictureStatus(preview)
  return (
    <div className="flex flex-wrap items-center gap-4">
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
          {preview && (
            <Button variant="quiet" size="sm" onClick={onRemove}>
              {words.remove}
            </Button>
          )}
        </div>
        <div role="alert" className="mt-1 text-danger text-sm">
          {uploads.refused.map((word) => (
            <p key={word}>{word}</p>
          ))}
          {uploads.list.map(({ id, problem }) => problem && <p key={id}>{problem}</p>)}
          {error && <p>{error}</p>}
        </div>
      </div>
    </div>
  )
}
