import { Button } from "@/components/button"
import { FieldNotes } from "@/components/field"
import { FileButton } from "@/features/admin/shared/file-button"
import { Field, useFields } from "@/features/admin/shared/form-fields"
import { send } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { imageTypes } from "@/lib/image-type"
import { useAction } from "@/lib/use-action"
import type { SettingsValues } from "./fields"
import type { SettingsNow } from "./queries"

type LookFieldProps = { path: string; label: string; hint?: string }

/** A colour, typed or chosen. */
export function ColorField({ path, label }: LookFieldProps) {
  const { t } = useTranslation("adminSettings")
  const { field } = useFields<Record<string, unknown>>()
  const { value, onChange } = field(path)
  return (
    <div className="flex items-start gap-2">
      <Field path={path} label={label} spellCheck={false} className="flex-1" />
      <input
        type="color"
        aria-label={t("chooseColor", { field: label })}
        value={value}
        onChange={onChange}
        className="mt-7 h-11.5 w-14 cursor-pointer rounded-sm border border-line-strong bg-paper p-1"
      />
    </div>
  )
}

/** Files by the kind of a picture, as the server names them. */
const kinds: Record<string, { kind: "mark" | "hero"; end: string; className: string }> = {
  "brand.mark": { kind: "mark", end: "icon-192.png", className: "size-20" },
  "home.hero": { kind: "hero", end: "800.webp", className: "h-20 w-32 object-cover" },
}

/** A picture that takes the place of the shipped one; it is uploaded when it is chosen. */
export function PictureSetting({
  path,
  label,
  hint,
  pictures,
}: LookFieldProps & Pick<SettingsNow, "pictures">) {
  const { t } = useTranslation("adminSettings")
  const { errors, field, set, setUploading } = useFields<SettingsValues>()
  const errorText = useErrorText()
  const { kind = "mark", end, className } = kinds[path] ?? {}
  const digest = field(path as "brand.mark").value
  const upload = useAction({
    act: async (file: File) => {
      setUploading(path, true)
      const body = new FormData()
      body.append("file", file)
      const sending = send("post", "/api/admin/settings/pictures/{kind}", { path: { kind }, body })
      return sending.finally(() => setUploading(path, false))
    },
    done: t("picture.uploaded"),
    onDone: ({ digest }) => set(path as "brand.mark", digest),
  })
  const refused = upload.error instanceof ApiError ? upload.error.errors?.file : undefined
  const error = refused || (upload.error && errorText(upload.error, "")) || errors[path]
  return (
    <div className="flex items-start gap-4">
      {digest && <img src={`${pictures[kind]}${digest}-${end}`} alt="" className={className} />}
      <div className="min-w-0 flex-1">
        <p className="font-medium text-sm">{label}</p>
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
            <Button variant="quiet" size="sm" onClick={() => set(path as "brand.mark", "")}>
              {t("picture.useShipped")}
            </Button>
          )}
        </div>
        <FieldNotes id={undefined} error={error || undefined} hint={hint} />
      </div>
    </div>
  )
}
