import { useQuery } from "@tanstack/react-query"
import { Notice } from "@/components/notice"
import { BothFields, Check, Field, SelectField, useFields } from "@/features/admin/shared/form-fields"
import { useTranslation } from "@/i18n"
import { specificationNames } from "@/lib/product"
import { type Draft, flags } from "./draft"
import { FormSection } from "./form"
import { OptionsEditor, optionLists } from "./options-editor"
import { discountOf } from "./problems"
import { hsnRatesQuery } from "./queries"
import { useCategoryDefaults } from "./use-category-defaults"
import { useCategoryOptions } from "./use-category-options"

export function Texts({ isNew }: { isNew: boolean }) {
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

export function Prices({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation("adminProducts")
  const { values: draft } = useFields<Draft>()
  const discount = discountOf(draft.price, draft.originalPrice)
  return (
    <FormSection title={t("form.price")} lead={t("form.priceLead")}>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        {draft.variants.rows.length === 0 && (
          <>
            <Field path="price" label={t("fields.price")} inputMode="decimal" />
            <Field path="originalPrice" label={t("fields.originalPrice")} inputMode="decimal" />
            <Field
              path="discountPercentage"
              label={t("fields.discountPercentage")}
              inputMode="numeric"
              hint={discount === null ? undefined : t("form.discount", { percent: discount })}
            />
            {isNew && <Field path="stock" label={t("fields.stock")} inputMode="numeric" />}
          </>
        )}
        <Field path="taxRate" label={t("fields.taxRate")} inputMode="decimal" />
        <Field path="hsnCode" label={t("fields.hsnCode")} inputMode="numeric" maxLength={8} />
        <Field path="sku" label={t("fields.sku")} maxLength={40} spellCheck={false} />
        <Field path="barcode" label={t("fields.barcode")} inputMode="numeric" maxLength={20} />
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

export function Options() {
  const { t } = useTranslation("adminProducts")
  const folded = [...optionLists, "xrayCertification"].map((name) => `customization.${name}`)
  return (
    <FormSection title={t("form.options")} lead={t("form.optionsLead")} folded={folded}>
      <OptionsEditor />
    </FormSection>
  )
}

export function Details() {
  const { t } = useTranslation("adminProducts")
  return (
    <>
      <FormSection
        title={t("form.specifications")}
        lead={t("form.specificationsLead")}
        folded={specificationNames.map((name) => `specifications.${name}`)}
      >
        {specificationNames.map((name) => (
          <BothFields
            key={name}
            path={`specifications.${name}`}
            label={t(`shop:product.specs.${name}`)}
            maxLength={120}
          />
        ))}
      </FormSection>
      <FormSection
        title={t("form.stories")}
        lead={t("form.storiesLead")}
        folded={["benefits", "care", "verse.sanskrit"]}
      >
        <BothFields path="benefits" label={t("fields.benefits")} rows={4} />
        <BothFields path="care" label={t("fields.care")} rows={3} />
        <Field path="verse.sanskrit" label={t("fields.sanskrit")} rows={3} lang="sa" />
        <BothFields path="verse" label={t("fields.verse")} rows={3} />
      </FormSection>
      <FormSection
        title={t("form.shipping")}
        lead={t("form.shippingLead")}
        folded={["shipping.weight", "shipping.dimensions", "shipping.freeShipping"]}
      >
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field path="shipping.weight" label={t("fields.weight")} inputMode="numeric" />
          <Field path="shipping.dimensions" label={t("fields.dimensions")} maxLength={60} />
        </div>
        <Check path="shipping.freeShipping">{t("fields.freeShipping")}</Check>
      </FormSection>
      <FormSection
        title={t("form.seo")}
        lead={t("form.seoLead")}
        folded={["seo.metaTitle", "seo.metaDescription", "seo.keywords", "tags"]}
      >
        <BothFields path="seo.metaTitle" label={t("fields.metaTitle")} maxLength={120} />
        <BothFields path="seo.metaDescription" label={t("fields.metaDescription")} maxLength={320} rows={2} />
        <Field path="seo.keywords" label={t("fields.keywords")} hint={t("form.commas")} />
        <Field path="tags" label={t("fields.tags")} hint={t("form.commas")} />
      </FormSection>
    </>
  )
}
