import { Button } from "@/components/button"
import { FieldNotes } from "@/components/field"
import { FileButton } from "@/features/admin/shared/file-button"
import { useFields } from "@/features/admin/shared/form-fields"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { imageTypes } from "@/lib/image-type"
import { useAction } from "@/lib/use-action"

type PictureSettingProps = { path: string; label: string; hint: string; pictures: string }

/** A picture that takes the place of the shipped one; it is uploaded when it is chosen. */
export function PictureSetting({ path, label, hint, pictures }: PictureSettingProps) {
  const { t } = useTranslation("adminSettings")
  const { errors, field, set } = useFields<Record<string, unknown>>()
  const errorText = useErrorText()
  const kind = path === "home.hero" ? "hero" : "mark"
  const digest = field(path).value
  const upload = useAction({
    act: (file: File) => {
      const body = new FormData()
      body.append("file", file)
      return send("post", "/api/admin/settings/pictures/{kind}", { path: { kind }, body })
    },
    done: t("picture.uploaded"),
    onDone: (uploaded) => set(path, uploaded),
  })
  const error = upload.error ? errorText(upload.error, t("saveFailed")) : errors[path]
  return (
    <div>
      <p className="font-medium text-sm">{label}</p>
      {digest && (
        <img
          src={`${pictures}${kind}.${digest}-${kind === "hero" ? "800.webp" : "icon-192.png"}`}
          alt=""
          className="mt-2 h-20 max-w-full"
        />
      )}
      <div className="mt-1.5 flex flex-wrap gap-2">
        <FileButton
          label={t("picture.choose", { field: label })}
          accept={imageTypes}
          variant="secondary"
          size="sm"
          busy={upload.isPending}
          onChoose={([file]) => file && upload.mutate(file)}
        >
          {t("picture.chooseFile")}
        </FileButton>
        {digest && (
          <Button variant="quiet" size="sm" onClick={() => set(path, "")}>
            {t("picture.useShipped")}
          </Button>
        )}
      </div>
      <FieldNotes id={undefined} error={error} hint={hint} />
    </div>
  )
}
