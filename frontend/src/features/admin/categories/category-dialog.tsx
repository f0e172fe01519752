import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { Checkbox } from "@/components/checkbox"
import { Dialog } from "@/components/dialog"
import { TextArea, TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { PictureField } from "@/features/admin/products/picture-field"
import { isSlug } from "@/features/admin/products/problems"
import { type AdminCategory, categoriesQuery } from "@/features/admin/products/queries"
import { useUploads } from "@/features/admin/products/use-uploads"
import { ActionForm } from "@/features/admin/shared/action-form"
import { ChangedBy, StaleNotice } from "@/features/admin/shared/stale-notice"
import { useDraft } from "@/features/admin/shared/use-draft"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { toast } from "@/lib/toast"
import { messageOf } from "@/lib/use-action"
import { saveCategory } from "./queries"

type CategoryDialogProps = {
  editing: AdminCategory | "new" | null
  categories: readonly AdminCategory[]
  onClose: () => void
  onSaved: () => void
}

/** A category's form. */
export function CategoryDialog({ editing, categories, onClose, onSaved }: CategoryDialogProps) {
  const { t } = useTranslation("adminCategories")
  return (
    <Dialog
      open={editing !== null}
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={editing === "new" ? t("add") : t("edit")}
    >
      {editing && (
        <CategoryForm
          category={editing === "new" ? null : editing}
          categories={categories}
          onClose={onClose}
          onSaved={onSaved}
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

type CategoryFormProps = Omit<CategoryDialogProps, "editing"> & { category: AdminCategory | null }

function CategoryForm({ category, categories, onClose, onSaved }: CategoryFormProps) {
  const { t, i18n } = useTranslation("adminCategories")
  const errorText = useErrorText()
  const client = useQueryClient()
  const { base, draft: typed, setDraft: setTyped, rebase } = useDraft(category, typedOf)
  const [preview, setPreview] = useState(category?.picture ?? null)
  const uploads = useUploads(({ url, picture }) => {
    setTyped((now) => ({ ...now, image: url }))
    setPreview(picture)
  })
  const saving = useFormAction({
    start: [typed, setTyped],
    problems: ({ name, slug, sortOrder }) => ({
      "name.en": !name.en.trim() && t("nameRequired"),
      slug: !isSlug(slug) && t("slugWrong"),
      // Empty: a new category is placed last, an existing one keeps its place.
      sortOrder: !/^\d{0,5}$/.test(sortOrder.trim()) && t("wholeNumber"),
    }),
    act: () =>
      saveCategory(
        {
          ...typed,
          sortOrder: typed.sortOrder.trim() === "" ? null : Number(typed.sortOrder),
          parentCategory: typed.parentCategory || null,
        },
        base && { id: base._id, version: base.version },
      ),
    done: messageOf,
    onDone: () => {
      onSaved()
      onClose()
    },
  })
  const { errors, put, field } = saving
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

  const both = (name: "name" | "description" | "metaTitle" | "metaDescription", maxLength: number) =>
    (["en", "hi"] as const).map((language) => {
      const Kind = name === "description" ? TextArea : TextField
      const label = t(`fields.${name}`)
      return (
        <Kind
          key={`${name}-${language}`}
          label={language === "en" ? t("inEnglish", { label }) : t("inHindi", { label })}
          lang={language}
          maxLength={maxLength}
          autoComplete="off"
          value={typed[name][language]}
          error={errors[`${name}.${language}`]}
          onChange={({ target }: { target: { value: string } }) =>
            put({ [name]: { ...typed[name], [language]: target.value } })
          }
        />
      )
    })
  return (
    <ActionForm
      sticky
      form={saving}
      failed={t("saveFailed")}
      disabled={uploads.busy}
      submit={t("save")}
      onCancel={onClose}
      notice={
        (refused || changedMeanwhile) && (
          <StaleNotice
            title={refused ? errorText(saving.error, t("saveFailed")) : savedBy(current?.editedBy ?? "")}
            refused={refused}
            onSettle={(keepMine) => void settle(keepMine)}
          >
            <ChangedBy error={saving.error} />
          </StaleNotice>
        )
      }
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {both("name", 80)}
        <TextField
          label={t("fields.slug")}
          hint={t(category ? "slugOld" : "slugNew")}
          maxLength={80}
          autoComplete="off"
          {...field("slug")}
          className="sm:col-span-2"
        />
        {both("description", 2000)}
        <TextField label={t("fields.icon")} hint={t("iconHint")} maxLength={16} {...field("icon")} />
        <TextField
          label={t("fields.sortOrder")}
          inputMode="numeric"
          hint={category ? undefined : t("sortOrderHint")}
          {...field("sortOrder")}
        />
        <NativeSelect
          label={t("fields.parentCategory")}
          options={[
            { value: "", label: t("noParent") },
            ...categories
              .filter(({ _id }) => _id !== category?._id)
              .map(({ _id, name }) => ({
                value: _id,
                label: (i18n.language === "hi" && name.hi) || name.en,
              })),
          ]}
          {...field("parentCategory")}
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
    </ActionForm>
  )
}
