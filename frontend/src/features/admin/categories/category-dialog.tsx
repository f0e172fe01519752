import { useState } from "react"
import { Dialog } from "@/components/dialog"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { PictureField } from "@/features/admin/products/picture-field"
import { isSlug } from "@/features/admin/products/problems"
import { type AdminCategory, categoriesKey, categoriesQuery } from "@/features/admin/products/queries"
import { useUploads } from "@/features/admin/products/use-uploads"
import { ActionForm } from "@/features/admin/shared/action-form"
import { BothFields, Check, Field } from "@/features/admin/shared/form-fields"
import { noText, useInLanguage } from "@/features/admin/shared/in-language"
import { sendForMessage } from "@/features/admin/shared/send"
import { ChangedBy, StaleNotice } from "@/features/admin/shared/stale-notice"
import { useDraft, useSettle } from "@/features/admin/shared/use-draft"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { toast } from "@/lib/toast"
import { messageOf } from "@/lib/use-action"

type CategoryDialogProps = {
  editing: AdminCategory | "new" | null
  categories: readonly AdminCategory[]
  onClose: () => void
}

/** A category's form. */
export function CategoryDialog({ editing, categories, onClose }: CategoryDialogProps) {
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
        />
      )}
    </Dialog>
  )
}

const typedOf = (category: AdminCategory | null) => ({
  slug: category?.slug ?? "",
  name: category?.name ?? noText,
  description: category?.description ?? noText,
  icon: category?.icon ?? "",
  sortOrder: category ? String(category.sortOrder) : "",
  metaTitle: category?.metaTitle ?? noText,
  metaDescription: category?.metaDescription ?? noText,
  parentCategory: category?.parentCategory ?? "",
  isActive: category?.isActive ?? true,
  isFeatured: category?.isFeatured ?? false,
  image: category?.image ?? "",
})

type CategoryFormProps = Omit<CategoryDialogProps, "editing"> & { category: AdminCategory | null }

function CategoryForm({ category, categories, onClose }: CategoryFormProps) {
  const { t } = useTranslation("adminCategories")
  const inLanguage = useInLanguage()
  const errorText = useErrorText()
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
    act: () => {
      const body = {
        ...typed,
        sortOrder: typed.sortOrder.trim() === "" ? null : Number(typed.sortOrder),
        parentCategory: typed.parentCategory || null,
      }
      if (!base) return sendForMessage("post", "/api/admin/categories", { body })
      return sendForMessage("put", "/api/admin/categories/{category_id}", {
        path: { category_id: base._id },
        body: { ...body, version: base.version },
      })
    },
    done: messageOf,
    onDone: onClose,
    renews: [categoriesKey],
  })
  const refused = saving.error instanceof ApiError && saving.error.code === "CATEGORY_CHANGED"
  const current = categories.find(({ _id }) => _id === category?._id)
  const changedMeanwhile =
    !!base && !!current && current.version > base.version && !saving.isPending && !saving.isSuccess

  const savedBy = (by: string) => (by ? t("changedLiveBy", { by }) : t("changedLive"))

  const settle = useSettle(categoriesQuery, t("failed"), (list, keepMine) => {
    const newest = list.find(({ _id }) => _id === category?._id)
    if (!newest) {
      toast.error(t("failed"))
      return
    }
    rebase(newest, keepMine)
    if (!keepMine || typed.image === typedOf(base).image) setPreview(newest.picture)
    saving.reset()
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
            onSettle={settle}
          >
            <ChangedBy error={saving.error} />
          </StaleNotice>
        )
      }
    >
      <div className="space-y-4">
        <BothFields path="name" label={t("fields.name")} maxLength={80} />
        <Field
          path="slug"
          label={t("fields.slug")}
          hint={t(category ? "slugOld" : "slugNew")}
          maxLength={80}
        />
        <BothFields path="description" label={t("fields.description")} maxLength={2000} rows={2} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field path="icon" label={t("fields.icon")} hint={t("iconHint")} maxLength={16} />
          <Field
            path="sortOrder"
            label={t("fields.sortOrder")}
            inputMode="numeric"
            hint={category ? undefined : t("sortOrderHint")}
          />
          <NativeSelect
            label={t("fields.parentCategory")}
            options={[
              { value: "", label: t("noParent") },
              ...categories
                .filter(({ _id }) => _id !== category?._id)
                .map(({ _id, name }) => ({ value: _id, label: inLanguage(name) })),
            ]}
            {...saving.field("parentCategory")}
          />
          <div>
            <Check path="isActive">{t("fields.isActive")}</Check>
            <Check path="isFeatured">{t("fields.isFeatured")}</Check>
          </div>
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
        error={saving.errors.image}
        onRemove={() => {
          saving.put({ image: "" })
          setPreview(null)
        }}
      />
      <div className="space-y-4">
        <BothFields path="metaTitle" label={t("fields.metaTitle")} maxLength={120} />
        <BothFields path="metaDescription" label={t("fields.metaDescription")} maxLength={320} />
      </div>
    </ActionForm>
  )
}
