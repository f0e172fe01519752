import { Notice } from "@/components/notice"
import { isSlug } from "@/features/admin/products/problems"
import { type AdminCategory, categoriesKey, categoriesQuery } from "@/features/admin/products/queries"
import { FormDialog } from "@/features/admin/shared/form-dialog"
import { BothFields, Check, Field, NumberField, SelectField } from "@/features/admin/shared/form-fields"
import { shaped, text } from "@/features/admin/shared/form-rules"
import { type Both, noText, useInLanguage } from "@/features/admin/shared/in-language"
import { useFieldName } from "@/features/admin/shared/labels"
import { PictureField, type PictureValue } from "@/features/admin/shared/pictures/picture-field"
import { sendForMessage } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"

type CategoryDialogProps = {
  editing: AdminCategory | "new" | null
  categories: readonly AdminCategory[]
  onClose: () => void
}

const valuesOf = (category: AdminCategory | null) => ({
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
  image: category?.image ? { url: category.image, preview: category.picture } : null,
})

/** A category's form. */
export function CategoryDialog({ editing, categories, onClose }: CategoryDialogProps) {
  const { t } = useTranslation("adminCategories")
  const inLanguage = useInLanguage()
  const category = editing === "new" ? null : editing
  const find = (list: readonly AdminCategory[]) => list.find(({ _id }) => _id === category?._id)
  const row = (category && find(categories)) ?? category
  const others = categories.filter(({ _id }) => _id !== category?._id)
  const schema = z.object({
    slug: text.refine(isSlug, t("slugWrong")),
    name: z.custom<Both>().refine(({ en }) => en.trim(), { path: ["en"], message: t("nameRequired") }),
    description: z.custom<Both>(),
    icon: text,
    // Empty: a new category is placed last, an existing one keeps its place.
    sortOrder: shaped(/^\d{0,5}$/, t("wholeNumber")).transform((typed) => (typed ? Number(typed) : null)),
    metaTitle: z.custom<Both>(),
    metaDescription: z.custom<Both>(),
    parentCategory: z.string().transform((id) => id || null),
    isActive: z.boolean(),
    isFeatured: z.boolean(),
    image: z.custom<PictureValue | null>().transform((picture) => picture?.url ?? ""),
  })
  return (
    <FormDialog
      open={editing !== null}
      onClose={onClose}
      size="lg"
      title={editing === "new" ? t("add") : t("edit")}
      schema={schema}
      start={valuesOf(row)}
      lock={{
        row,
        valuesOf,
        refusal: "CATEGORY_CHANGED",
        newest: async (client) => find(await client.fetchQuery(categoriesQuery)),
        label: useFieldName("adminCategories"),
      }}
      act={(body, base) =>
        base === null
          ? sendForMessage("post", "/api/admin/categories", { body })
          : sendForMessage("put", "/api/admin/categories/{category_id}", {
              path: { category_id: base._id },
              body: { ...body, version: base.version },
            })
      }
      renews={[categoriesKey]}
      failed={t("saveFailed")}
      submit={t("save")}
    >
      {({ values }) => (
        <>
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
              <NumberField
                path="sortOrder"
                label={t("fields.sortOrder")}
                hint={category ? undefined : t("sortOrderHint")}
              />
              <SelectField
                path="parentCategory"
                label={t("fields.parentCategory")}
                choose={t("noParent")}
                options={others.map(({ _id, name }) => ({ value: _id, label: inLanguage(name) }))}
              />
              <div>
                <Check path="isActive">{t("fields.isActive")}</Check>
                <Check path="isFeatured">{t("fields.isFeatured")}</Check>
              </div>
            </div>
          </div>
          {category?.isShown && !values.isActive && (
            <Notice tone="warning" announce>
              {t("hidesProducts", { count: category.hides.products })}{" "}
              {category.hides.subcategories > 0 &&
                t("hidesSubcategories", { count: category.hides.subcategories })}
            </Notice>
          )}
          <PictureField
            path="image"
            label={t("fields.image")}
            words={{
              choose: t("chooseImage"),
              remove: t("removeImage"),
              prepareAgain: t("prepareImageAgain"),
            }}
          />
          <div className="space-y-4">
            <BothFields path="metaTitle" label={t("fields.metaTitle")} maxLength={120} />
            <BothFields path="metaDescription" label={t("fields.metaDescription")} maxLength={320} />
          </div>
        </>
      )}
    </FormDialog>
  )
}
