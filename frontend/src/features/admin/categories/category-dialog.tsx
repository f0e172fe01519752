import { useIsMutating, useMutation } from "@tanstack/react-query"
import { type FormEvent, useId, useRef, useState } from "react"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { Dialog } from "@/components/dialog"
import { TextArea, TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { Picture } from "@/components/picture"
import { leadToWrong } from "@/features/admin/lead-to-wrong"
import type { AdminCategory } from "@/features/admin/products/queries"
import { useUploads } from "@/features/admin/products/use-uploads"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { toast } from "@/lib/toast"
import { saveCategory } from "./queries"

type CategoryDialogProps = {
  editing: AdminCategory | "new" | null
  categories: readonly AdminCategory[]
  onClose: () => void
  onSaved: () => void
}

/** The button stands in the dialog's foot, the form in its middle. */
const SAVING = ["staff", "category", "save"]

/** A category's form. */
export function CategoryDialog({ editing, categories, onClose, onSaved }: CategoryDialogProps) {
  const { t } = useTranslation("adminCategories")
  // Kept while the dialog fades out.
  const [last, setLast] = useState(editing)
  if (editing !== null && editing !== last) setLast(editing)
  const id = useId()
  const saves = useIsMutating({ mutationKey: SAVING })
  return (
    <Dialog
      open={editing !== null}
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={last === "new" ? t("add") : t("edit")}
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={id} busy={saves > 0}>
            {t("save")}
          </Button>
        </div>
      }
    >
      {last && (
        <CategoryForm
          id={id}
          key={last === "new" ? "new" : last._id}
          category={last === "new" ? null : last}
          categories={categories}
          onSaved={() => {
            onSaved()
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

type Texts = { en: string; hi: string }
type Typed = {
  name: Texts
  description: Texts
  icon: string
  sortOrder: string
  metaTitle: Texts
  metaDescription: Texts
  parentCategory: string
  isActive: boolean
  isFeatured: boolean
  image: string
}

const none: Texts = { en: "", hi: "" }
const typedOf = (category: AdminCategory | null): Typed => ({
  name: category?.name ?? none,
  description: category?.description ?? none,
  icon: category?.icon ?? "",
  sortOrder: String(category?.sortOrder ?? 0),
  metaTitle: category?.metaTitle ?? none,
  metaDescription: category?.metaDescription ?? none,
  parentCategory: category?.parentCategory ?? "",
  isActive: category?.isActive ?? true,
  isFeatured: category?.isFeatured ?? false,
  image: category?.image ?? "",
})

type CategoryFormProps = {
  id: string
  category: AdminCategory | null
  categories: readonly AdminCategory[]
  onSaved: () => void
}

function CategoryForm({ id, category, categories, onSaved }: CategoryFormProps) {
  const { t, i18n } = useTranslation("adminCategories")
  const errorText = useErrorText()
  // The copy that is edited, kept when the list is renewed below it.
  const [version] = useState(category?.version ?? 0)
  const [typed, setTyped] = useState(() => typedOf(category))
  const [preview, setPreview] = useState(category?.picture ?? null)
  const [tried, setTried] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const uploads = useUploads(({ url, picture }) => {
    setTyped((now) => ({ ...now, image: url }))
    setPreview(picture)
  })
  const put = (changed: Partial<Typed>) => setTyped((now) => ({ ...now, ...changed }))
  const nameMissing = !typed.name.en.trim()
  const orderWrong = !/^\d{1,5}$/.test(typed.sortOrder.trim())
  const saving = useMutation({
    mutationKey: SAVING,
    retry: false,
    mutationFn: () =>
      saveCategory(
        { ...typed, sortOrder: Number(typed.sortOrder), parentCategory: typed.parentCategory || null },
        category && { id: category._id, version },
      ),
    onSuccess: ({ message }) => {
      toast.success(message ?? "")
      onSaved()
    },
  })
  const errors = saving.error instanceof ApiError ? saving.error.errors : {}

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (nameMissing || orderWrong) leadToWrong(event.currentTarget)
    else if (!uploads.busy && !saving.isPending) saving.mutate()
  }
  const both = (name: "name" | "description" | "metaTitle" | "metaDescription", maxLength: number) =>
    (["en", "hi"] as const).map((language) => {
      const Kind = name === "description" ? TextArea : TextField
      const label = t(`fields.${name}`)
      const missing = tried && name === "name" && language === "en" && nameMissing
      return (
        <Kind
          key={`${name}-${language}`}
          label={language === "en" ? t("inEnglish", { label }) : t("inHindi", { label })}
          lang={language}
          maxLength={maxLength}
          autoComplete="off"
          value={typed[name][language]}
          error={missing ? t("nameRequired") : errors[`${name}.${language}`]}
          onChange={({ target }: { target: { value: string } }) =>
            put({ [name]: { ...typed[name], [language]: target.value } })
          }
        />
      )
    })
  return (
    <form id={id} noValidate onSubmit={submit} aria-busy={saving.isPending} className="space-y-5">
      {saving.error && (
        <Notice tone="danger" announce>
          {errorText(saving.error, t("saveFailed"))}
          <Changes error={saving.error} />
        </Notice>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {both("name", 80)}
        {both("description", 2000)}
        <TextField
          label={t("fields.icon")}
          hint={t("iconHint")}
          maxLength={16}
          value={typed.icon}
          error={errors.icon}
          onChange={({ target }) => put({ icon: target.value })}
        />
        <TextField
          label={t("fields.sortOrder")}
          inputMode="numeric"
          value={typed.sortOrder}
          error={tried && orderWrong ? t("wholeNumber") : errors.sortOrder}
          onChange={({ target }) => put({ sortOrder: target.value })}
        />
        <NativeSelect
          label={t("fields.parentCategory")}
          value={typed.parentCategory}
          error={errors.parentCategory}
          options={[
            { value: "", label: t("noParent") },
            ...categories
              .filter(({ _id }) => _id !== category?._id)
              .map(({ _id, name }) => ({
                value: _id,
                label: (i18n.language === "hi" && name.hi) || name.en,
              })),
          ]}
          onChange={({ target }) => put({ parentCategory: target.value })}
        />
        <div>
          <Checkbox checked={typed.isActive} onChange={(isActive) => put({ isActive })}>
            {t("fields.isActive")}
          </Checkbox>
          <Checkbox checked={typed.isFeatured} onChange={(isFeatured) => put({ isFeatured })}>
            {t("fields.isFeatured")}
          </Checkbox>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Picture picture={preview} alt="" sizes="6rem" className="w-24 rounded-md" />
        <div>
          <p className="font-medium text-sm">{t("fields.image")}</p>
          <input
            ref={input}
            type="file"
            accept="image/jpeg,image/png,image/gif,image/webp"
            tabIndex={-1}
            aria-label={t("chooseImage")}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              event.target.value = ""
              uploads.add(files)
            }}
            className="sr-only"
          />
          <div className="mt-2 flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" busy={uploads.busy} onClick={() => input.current?.click()}>
              {t("chooseImage")}
            </Button>
            {typed.image && (
              <Button
                variant="quiet"
                size="sm"
                onClick={() => {
                  put({ image: "" })
                  setPreview(null)
                }}
              >
                {t("removeImage")}
              </Button>
            )}
          </div>
          <div role="alert" className="mt-1 text-danger text-sm">
            {uploads.refused.map((word) => (
              <p key={word}>{word}</p>
            ))}
            {uploads.list.map(({ id: upload, problem }) => problem && <p key={upload}>{problem}</p>)}
            {errors.image && <p>{errors.image}</p>}
          </div>
        </div>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {both("metaTitle", 120)}
        {both("metaDescription", 320)}
      </div>
    </form>
  )
}

/** Who changed the category meanwhile. */
function Changes({ error }: { error: Error }) {
  const { t } = useTranslation("adminCategories")
  if (!(error instanceof ApiError) || error.code !== "CATEGORY_CHANGED") return null
  const { changes } = error.data as { changes: readonly { by: string; fields: readonly string[] }[] }
  return (
    <p className="mt-1">
      {t("changedBy", { names: [...new Set(changes.map(({ by }) => by))].filter(Boolean).join(", ") })}
    </p>
  )
}
