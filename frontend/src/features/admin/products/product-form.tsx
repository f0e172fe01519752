import { useQueryClient } from "@tanstack/react-query"
import { ExternalLink } from "lucide-react"
import { useEffect, useState } from "react"
import { useNavigate } from "react-router-dom"
import { Badge } from "@/components/badge"
import { Button } from "@/components/button"
import { openSections } from "@/components/focus-first-error"
import { Notice } from "@/components/notice"
import { PageHead } from "@/components/page-head"
import { ActionForm } from "@/features/admin/shared/action-form"
import { BackLink } from "@/features/admin/shared/back-link"
import { UnsavedChangesGuard } from "@/features/admin/shared/discard-question"
import { useInLanguage } from "@/features/admin/shared/in-language"
import { useFieldName } from "@/features/admin/shared/labels"
import { PictureField } from "@/features/admin/shared/pictures/picture-field"
import { SaveBar } from "@/features/admin/shared/save-bar"
import { sendForMessage } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { useTopicEvents } from "@/lib/live"
import { useAction } from "@/lib/use-action"
import { CertificatesPanel } from "./certificates-panel"
import { FormSection, fieldId } from "./form"
import { PicturesEditor } from "./pictures-editor"
import { missingOf } from "./problems"
import { Details, Options, Prices, Texts } from "./product-sections"
import { type AdminProduct, productQuery, productsKey } from "./queries"
import { RemoveDialog } from "./remove-dialog"
import { StockPanel } from "./stock-panel"
import { useArchive } from "./use-archive"
import { useProductForm } from "./use-product-form"
import { VariantsEditor } from "./variants-editor"

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
      void client.invalidateQueries({ queryKey: [...productsKey, "movements"] })
    }
  })

  const isNew = product === null
  useEffect(() => {
    if (isNew) document.getElementById(fieldId("title.en"))?.focus()
  }, [isNew])

  const hasVariants = form.values.variants.rows.length > 0
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
        bar={<ProductBar form={form} isNew={isNew} />}
      >
        <ErrorSummary errors={form.errors} />
        {!product?.isArchived && Object.keys(form.errors).length === 0 && (
          <DraftNotice form={form} isNew={isNew} />
        )}
        <Texts isNew={isNew} />
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
        <Prices isNew={isNew} />
        <FormSection title={t("variants.title")} lead={t("variants.lead")}>
          <VariantsEditor product={product} />
        </FormSection>
        {!hasVariants && <Options />}
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
        openSections(field)
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
