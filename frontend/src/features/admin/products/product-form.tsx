import { useQuery, useQueryClient } from "@tanstack/react-query"
import { ExternalLink } from "lucide-react"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { PageHead } from "@/components/page-head"
import { ActionForm } from "@/features/admin/shared/action-form"
import { BackLink } from "@/features/admin/shared/back-link"
import { UnsavedChangesGuard } from "@/features/admin/shared/discard-question"
import { BothFields, Check, Field, SelectField, useFields } from "@/features/admin/shared/form-fields"
import { useInLanguage } from "@/features/admin/shared/in-language"
import { useFieldName } from "@/features/admin/shared/labels"
import { PictureField } from "@/features/admin/shared/pictures/picture-field"
import { SaveBar } from "@/features/admin/shared/save-bar"
import { sendForMessage } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { useTopicEvents } from "@/lib/live"
import { specificationNames } from "@/lib/product"
import { useAction } from "@/lib/use-action"
import { CertificatesPanel } from "./certificates-panel"
import { type Draft, flags } from "./draft"
import { FormSection, fieldId } from "./form"
import { OptionsEditor } from "./options-editor"
import { PicturesEditor } from "./pictures-editor"
import { discountOf, missingOf } from "./problems"
import { type AdminProduct, hsnRatesQuery, productQuery, productsKey } from "./queries"
import { RemoveDialog } from "./remove-dialog"
import { StockPanel } from "./stock-panel"
import { useArchive } from "./use-archive"
import { useCategoryDefaults } from "./use-category-defaults"
import { useCategoryOptions } from "./use-category-options"
import { useProductForm } from "./use-product-form"

/** Everything about a product in sections, with a bar that saves it. */
export function ProductForm({ product }: { product: AdminProduct | null }) {
  const { t } = useTranslation("adminProducts")
  const inLanguage = useInLanguage()
  const client = useQueryClient()
  const navigate = useNavigate()
  const form = useProductForm(product)
  const archiving = useArchive()
  const [removing, setRemoving] = useState(false)
  useTopicEvents(product ? "staff:products" : null, ({ rows = [], reset }) => {
    if (product && (reset || rows.some(({ id }) => id === product._id))) {
      void client.invalidateQueries(productQuery(product._id))
      void client.invalidateQueries({ queryKey: [...productsKey, "movements", product._id] })
    }
  })

  const title = product ? inLanguage(product.title) : t("form.new")
  return (
    <>
      <UnsavedChangesGuard active={(form.isDirty || form.isUploading) && !removing} />
      <PageHead title={title} />
      <BackLink to="/admin/products">{t("title")}</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-6">
        <h1 className="text-2xl">{title}</h1>
        {product && (
          <div className="flex flex-wrap items-center gap-3">
            <Badge tone={product.isAvailable ? "success" : "warning"} dot>
              {product.isArchived ? t("archived") : product.isAvailable ? t("available") : t("unavailable")}
            </Badge>
            {product.isAvailable && (
              <a
                href={`/products/${product.slug}`}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center gap-2 text-accent text-sm hover:underline"
              >
                {t("view")} <ExternalLink aria-hidden="true" className="size-4" />
              </a>
            )}
          </div>
        )}
      </div>
      {product?.isArchived && <RestoreNotice product={product} onRemove={() => setRemoving(true)} />}
      <ActionForm
        form={form}
        idOf={fieldId}
        className="[&_textarea]:field-sizing-content"
        bar={<ProductBar form={form} isNew={product === null} />}
      >
        <ErrorSummary errors={form.errors} />
        {!product?.isArchived && Object.keys(form.errors).length === 0 && (
          <DraftNotice form={form} isNew={product === null} />
        )}
        <Texts isNew={product === null} />
        <FormSection title={t("form.pictures")} lead={t("form.picturesLead")}>
          <PicturesEditor />
          <PictureField
            path="turntable"
            asItIs
            label={t("turntable.title")}
            hint={t("turntable.hint")}
            words={{
              choose: t("turntable.choose"),
              remove: t("turntable.remove"),
              prepareAgain: t("turntable.prepareAgain"),
            }}
          />
        </FormSection>
        <Prices isNew={product === null} />
        <FormSection title={t("form.options")} lead={t("form.optionsLead")}>
          <OptionsEditor />
        </FormSection>
        <Details />
      </ActionForm>
      {product && (
        <>
          <StockPanel product={product} />
          <CertificatesPanel productId={product._id} />
          {!product.isArchived && (
            <FormSection title={t("archiveTitle")} lead={t("archiveNote")}>
              <Button
                variant="secondary"
                busy={archiving.isPending}
                onClick={() => archiving.mutate(product._id)}
              >
                {t("archive")}
              </Button>
            </FormSection>
          )}
          <RemoveDialog
            product={removing ? product : null}
            onClose={() => setRemoving(false)}
            onRemoved={() => navigate("/admin/products")}
          />
        </>
      )}
    </>
  )
}

function Texts({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation("adminProducts")
  const { category } = useFields<Draft>().values
  const startWithDefaults = useCategoryDefaults()
  return (
    <FormSection title={t("form.texts")} lead={t("form.textsLead")}>
      <BothFields path="title" label={t("fields.title")} maxLength={120} />
      <Field
        path="slug"
        label={t("fields.slug")}
        hint={t(isNew ? "form.slugNew" : "form.slugOld")}
        maxLength={70}
      />
      <SelectField
        path="category"
        label={t("fields.category")}
        choose={category ? undefined : t("form.choose")}
        options={useCategoryOptions(category)}
        onChosen={isNew ? (slug) => void startWithDefaults(slug) : undefined}
        className="sm:max-w-80"
      />
      {isNew && <p className="text-ink-soft text-sm">{t("form.categoryDefaults")}</p>}
      <BothFields path="shortDescription" label={t("fields.shortDescription")} maxLength={200} rows={2} />
      <BothFields path="description" label={t("fields.description")} rows={5} />
      <BothFields path="longDescription" label={t("fields.longDescription")} rows={7} />
      <div className="grid gap-x-6 sm:grid-cols-2">
        <Check path="isAvailable">{t("fields.isAvailable")}</Check>
        {flags.map((flag) => (
          <Check key={flag} path={flag}>
            {t(`fields.${flag}`)}
          </Check>
        ))}
      </div>
    </FormSection>
  )
}

function Prices({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation("adminProducts")
  const { values: draft } = useFields<Draft>()
  const discount = discountOf(draft.price, draft.originalPrice)
  return (
    <FormSection title={t("form.price")} lead={t("form.priceLead")}>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Field path="price" label={t("fields.price")} inputMode="decimal" />
        <Field path="originalPrice" label={t("fields.originalPrice")} inputMode="decimal" />
        <Field
          path="discountPercentage"
          label={t("fields.discountPercentage")}
          inputMode="numeric"
          hint={discount === null ? undefined : t("form.discount", { percent: discount })}
        />
        {isNew && <Field path="stock" label={t("fields.stock")} inputMode="numeric" />}
        <Field path="taxRate" label={t("fields.taxRate")} inputMode="decimal" />
        <Field path="hsnCode" label={t("fields.hsnCode")} inputMode="numeric" maxLength={8} />
      </div>
      <RateWarning code={draft.hsnCode.trim()} rate={Number(draft.taxRate)} />
    </FormSection>
  )
}

/** Warns of a rate that goods of the HSN code do not have; their seller decides. */
export function RateWarning({ code, rate }: { code: string; rate: number }) {
  const { t } = useTranslation("adminProducts")
  const usual = useQuery(hsnRatesQuery(code)).data ?? []
  if (usual.length === 0 || usual.includes(rate)) return null
  return (
    <Notice tone="warning" announce>
      {t("form.rateWarning", { code, rates: usual.map((each) => `${each} %`).join(" / ") })}
    </Notice>
  )
}

function Details() {
  const { t } = useTranslation("adminProducts")
  return (
    <>
      <FormSection title={t("form.specifications")} lead={t("form.specificationsLead")}>
        {specificationNames.map((name) => (
          <BothFields
            key={name}
            path={`specifications.${name}`}
            label={t(`shop:product.specs.${name}`)}
            maxLength={120}
          />
        ))}
      </FormSection>
      <FormSection title={t("form.stories")} lead={t("form.storiesLead")}>
        <BothFields path="benefits" label={t("fields.benefits")} rows={4} />
        <BothFields path="care" label={t("fields.care")} rows={3} />
        <Field path="verse.sanskrit" label={t("fields.sanskrit")} rows={3} lang="sa" />
        <BothFields path="verse" label={t("fields.verse")} rows={3} />
      </FormSection>
      <FormSection title={t("form.shipping")} lead={t("form.shippingLead")}>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field path="shipping.weight" label={t("fields.weight")} inputMode="numeric" />
          <Field path="shipping.dimensions" label={t("fields.dimensions")} maxLength={60} />
        </div>
        <Check path="shipping.freeShipping">{t("fields.freeShipping")}</Check>
      </FormSection>
      <FormSection title={t("form.seo")} lead={t("form.seoLead")}>
        <BothFields path="seo.metaTitle" label={t("fields.metaTitle")} maxLength={120} />
        <BothFields path="seo.metaDescription" label={t("fields.metaDescription")} maxLength={320} rows={2} />
        <Field path="seo.keywords" label={t("fields.keywords")} hint={t("form.commas")} />
        <Field path="tags" label={t("fields.tags")} hint={t("form.commas")} />
      </FormSection>
    </>
  )
}

/** Offers to restore an archived product, or to delete it. */
function RestoreNotice({ product, onRemove }: { product: AdminProduct; onRemove: () => void }) {
  const { t } = useTranslation("adminProducts")
  const restoring = useAction({
    act: () =>
      sendForMessage("post", "/api/admin/products/{product_id}/restore", {
        path: { product_id: product._id },
      }),
    onDone: ({ data }, _, client) => client.setQueryData(productQuery(product._id).queryKey, data.product),
    failed: t("form.saveFailed"),
  })
  return (
    <div className="mb-6">
      <Notice title={t("archived")}>
        <p>{t("archivedNote")}</p>
        <div className="mt-3 flex gap-3">
          <Button size="sm" variant="secondary" busy={restoring.isPending} onClick={() => restoring.mutate()}>
            {t("restore")}
          </Button>
          <Button size="sm" variant="quiet" onClick={onRemove}>
            {t("remove")}
          </Button>
        </div>
      </Notice>
    </div>
  )
}

/** Summary of the errors, each a link to its field. */
function ErrorSummary({ errors }: { errors: Readonly<Record<string, string | undefined>> }) {
  const { t } = useTranslation("adminProducts")
  const found = Object.entries(errors)
  if (found.length === 0) return null
  return (
    <div tabIndex={-1} data-invalid className="mb-6 outline-hidden">
      <Notice tone="danger" announce title={t("form.problems", { count: found.length })}>
        <ul className="mt-1 space-y-1">
          {found.map(([path, text]) => (
            <li key={path}>
              <FieldLink path={path} />: {text}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

function FieldLink({ path }: { path: string }) {
  const fieldName = useFieldName("adminProducts")
  return (
    <a
      href={`#${fieldId(path)}`}
      onClick={(event) => {
        event.preventDefault()
        const field = document.getElementById(fieldId(path))
        field?.scrollIntoView({ block: "center" })
        field?.focus({ preventScroll: true })
      }}
      className="underline underline-offset-4"
    >
      {fieldName(path)}
    </a>
  )
}

/** Lists what a product that is not offered yet is missing. */
function DraftNotice({ form, isNew }: ProductBarProps) {
  const { t } = useTranslation("adminProducts")
  const draft = form.values
  if (draft.isAvailable) return null
  const missing = missingOf(draft, isNew)
  return (
    <div className="mb-6">
      <Notice title={t("form.draft")}>
        <p>{t(missing.length > 0 ? "form.missing" : "form.complete")}</p>
        {missing.length === 0 && (
          <Button
            size="sm"
            className="mt-3"
            busy={form.isPending || form.isUploading}
            onClick={() => {
              form.put({ isAvailable: true })
              void form.submit()
            }}
          >
            {t("form.offer")}
          </Button>
        )}
        <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
          {missing.map((path) => (
            <li key={path}>
              <FieldLink path={path} />
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

type ProductBarProps = { form: ReturnType<typeof useProductForm>; isNew: boolean }

function ProductBar({ form, isNew }: ProductBarProps) {
  const { t } = useTranslation("adminProducts")
  const navigate = useNavigate()
  const busy = form.isPending || form.isUploading
  const canSave = form.isDirty || isNew
  return (
    <SaveBar
      conflict={form.conflict}
      error={Object.keys(form.errors).length === 0 ? form.error : null}
      failed={t("form.saveFailed")}
      status={form.isDirty ? t("form.unsaved") : !isNew && t("form.saved")}
    >
      <Button type="submit" busy={busy} disabled={!canSave}>
        {t("form.save")}
      </Button>
      <Button
        variant="quiet"
        disabled={!canSave || busy}
        onClick={isNew ? () => navigate("/admin/products") : form.discard}
      >
        {t("form.discard")}
      </Button>
    </SaveBar>
  )
}
