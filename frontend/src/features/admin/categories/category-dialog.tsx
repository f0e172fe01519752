import { useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useId, useState } from "react"
import { Button } from "@/components/button"
import { Checkbox } from "@/components/checkbox"
import { Dialog } from "@/components/dialog"
import { ErrorNotice } from "@/components/error-notice"
import { TextArea, TextField } from "@/components/field"
import { focusFirstError } from "@/components/focus-first-error"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { PictureField } from "@/features/admin/products/picture-field"
import { isSlug } from "@/features/admin/products/problems"
import { type AdminCategory, categoriesQuery } from "@/features/admin/products/queries"
import { useUploads } from "@/features/admin/products/use-uploads"
import { ChangedBy, StaleNotice } from "@/features/admin/shared/stale-notice"
import { useDraft } from "@/features/admin/shared/use-draft"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { toast } from "@/lib/toast"
import { useLast } from "@/lib/use-last"
import { saveCategory } from "./queries"

type CategoryDialogProps = {
  editing: AdminCategory | "new" | null
  categories: readonly AdminCategory[]
  onClose: () => void
  onSaved: () => void
}

/** Links the submit button in the dialog's footer to the form. */
const SAVING = ["staff", "category", "save"]

/** A category's form. */
export function CategoryDialog({ editing, categories, onClose, onSaved }: CategoryDialogProps) {
  const { t } = useTranslation("adminCategories")
  const last = useLast(editing)
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
  slug: string
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
  slug: category?.slug ?? "",
  name: category?.name ?? none,
  description: category?.description ?? none,
  icon: category?.icon ?? "",
  sortOrder: category ? String(category.sortOrder) : "",
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
  const client = useQueryClient()
  const { base, draft: typed, setDraft: setTyped, rebase } = useDraft(category, typedOf)
  const [preview, setPreview] = useState(category?.picture ?? null)
  const [tried, setTried] = useState(false)
  const uploads = useUploads(({ url, picture }) => {
    setTyped((now) => ({ ...now, image: url }))
    setPreview(picture)
  })
  const put = (changed: Partial<Typed>) => setTyped((now) => ({ ...now, ...changed }))
  const nameMissing = !typed.name.en.trim()
  const slugWrong = !isSlug(typed.slug)
  // Empty: a new category is placed last, an existing one keeps its place.
  const orderWrong = !/^\d{0,5}$/.test(typed.sortOrder.trim())
  const saving = useMutation({
    mutationKey: SAVING,
    mutationFn: () =>
      saveCategory(
        {
          ...typed,
          sortOrder: typed.sortOrder.trim() === "" ? null : Number(typed.sortOrder),
          parentCategory: typed.parentCategory || null,
        },
        base && { id: base._id, version: base.version },
      ),
    onSuccess: ({ message }) => {
      toast.success(message ?? "")
      onSaved()
    },
  })
  const errors = saving.error instanceof ApiError ? saving.error.errors : {}
  const refused = saving.error instanceof ApiError && saving.error.code === "CATEGORY_CHANGED"
  const current = categories.find(({ _id }) => _id === category?._id)
  const changedMeanwhile =
    !!base && !!current && current.version > base.version && !saving.isPending && !saving.isSuccess

  const savedBy = (by: string) => (by ? t("changedLiveBy", { by }) : t("changedLive"))

  /** Take the newest state, with or without the own changes on top. */
  async function settle(keepMine: boolean) {
    const list = await client.fetchQuery({ ...categoriesQuery, staleTime: 0 }).catch(() => null)
    const newest = list?.find(({ _id }) => _id === category?._id)
    if (!newest) {
      toast.error(t("failed"))
      return
    }
    rebase(newest, keepMine)
    if (!keepMine || typed.image === typedOf(base).image) setPreview(newest.picture)
    saving.reset()
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (nameMissing || slugWrong || orderWrong) focusFirstError(event.currentTarget)
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
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {both("name", 80)}
        <TextField
          label={t("fields.slug")}
          hint={t(category ? "slugOld" : "slugNew")}
          maxLength={80}
          autoComplete="off"
          value={typed.slug}
          error={tried && slugWrong ? t("slugWrong") : errors.slug}
          onChange={({ target }) => put({ slug: target.value })}
          className="sm:col-span-2"
        />
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
          hint={category ? undefined : t("sortOrderHint")}
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
      {category?.isShown && !typed.isActive && (
        <Notice tone="warning" announce>
          {t("hidesProducts", { count: category.hides.products })}{" "}
          {category.hides.subcategories > 0 &&
            t("hidesSubcategories", { count: category.hides.subcategories })}
        </Notice>
      )}
      <PictureField
        label={t("fields.image")}
        words={{
          choose: t("chooseImage"),
          remove: t("removeImage"),
          prepareAgain: t("prepareImageAgain"),
        }}
        preview={preview}
        uploads={uploads}
        error={errors.image}
        onRemove={() => {
          put({ image: "" })
          setPreview(null)
        }}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {both("metaTitle", 120)}
        {both("metaDescription", 320)}
      </div>
      {/* Next to the button: visible while the form is scrolled. */}
      <div className="sticky -bottom-5 sm:-bottom-6">
        {refused || changedMeanwhile ? (
          <StaleNotice
            title={refused ? errorText(saving.error, t("saveFailed")) : savedBy(current?.editedBy ?? "")}
            refused={refused}
            onKeepMine={() => void settle(true)}
            onTakeTheirs={() => void settle(false)}
          >
            <ChangedBy error={saving.error} />
          </StaleNotice>
        ) : (
          <ErrorNotice error={saving.error} fallback={t("saveFailed")} />
        )}
      </div>
    </form>
  )
}
