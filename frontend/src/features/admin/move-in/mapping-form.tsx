import { useQuery } from "@tanstack/react-query"
import { useId } from "react"
import { ActionForm } from "@/features/admin/shared/action-form"
import { Field, SelectField } from "@/features/admin/shared/form-fields"
import { useInLanguage } from "@/features/admin/shared/in-language"
import { Panel } from "@/features/admin/shared/panel"
import { freshQuery } from "@/features/admin/shared/query-options"
import { send } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { read, type Schemas } from "@/lib/api"
import { z } from "@/lib/zod"
import { OptionFields, type OptionValues, optionChoices, optionValues } from "./option-fields"
import { importKey, importQuery, importsQuery } from "./queries"

const categoriesQuery = freshQuery(["staff", "categories"], read("/api/admin/categories", {}, "categories"))

/** The other shop's categories, tax classes and options, each mapped to the shop's own. */
export function MappingForm({ importId }: { importId: string }) {
  const { data } = useQuery(importQuery(importId))
  return data && data.questions.length > 0 ? <Form key={importId} data={data} /> : null
}

const rate = z
  .string()
  .trim()
  .regex(/^(\d{1,3}([.,]\d{1,2})?)?$/)

function Form({ data }: { data: Schemas["ImportData"] }) {
  const { t } = useTranslation("moveIn")
  const inLanguage = useInLanguage()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const head = useId()
  const words = (field: string) => data.questions.filter((each) => each.field === field)
  const { categories: chosen = {}, taxes = {}, options = {} } = data.choices
  // By place: words of another shop are no names of fields.
  const start = {
    category: words("category").map(({ theirs }) => chosen[theirs] ?? ""),
    rate: words("tax_class").map(({ theirs }) => String(taxes[theirs]?.rate ?? "")),
    hsn: words("tax_class").map(({ theirs }) => taxes[theirs]?.hsn ?? ""),
    options: data.options.map((option) => optionValues(option, options[option.name])),
  }
  const form = useFormAction({
    schema: z.object({
      category: z.array(z.string()),
      rate: z.array(rate),
      hsn: z.array(z.string().trim()),
      options: z.array(z.custom<OptionValues>()),
    }),
    start,
    act: (typed) =>
      send("put", "/api/admin/imports/{import_id}/choices", {
        path: { import_id: data._id },
        body: {
          categories: Object.fromEntries(
            words("category").flatMap(({ theirs }, at) => {
              const slug = typed.category[at]
              return slug ? [[theirs, slug]] : []
            }),
          ),
          taxes: Object.fromEntries(
            words("tax_class").flatMap(({ theirs }, at) => {
              const percent = typed.rate[at]?.replace(",", ".")
              return percent ? [[theirs, { rate: Number(percent), hsn: typed.hsn[at] ?? "" }]] : []
            }),
          ),
          options: optionChoices(data.options, typed.options),
        },
      }),
    renews: [importsQuery.queryKey, importKey],
  })
  return (
    <Panel title={t("mapping.title")}>
      <p id={head} className="mt-1 max-w-prose text-ink-soft text-sm">
        {t("mapping.text")}
      </p>
      <ActionForm
        inline
        form={form}
        className="mt-4 space-y-4"
        failed={t("mapping.failed")}
        submit={t("mapping.submit")}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {words("category").map(({ theirs, rows }, at) => (
            <SelectField
              key={theirs}
              path={`category.${at}`}
              label={t("mapping.of", { name: theirs || t("mapping.noCategory"), count: rows })}
              choose={theirs ? t("mapping.byName") : t("mapping.choose")}
              options={categories.map(({ slug, name }) => ({ value: slug, label: inLanguage(name) }))}
            />
          ))}
        </div>
        {words("tax_class").map(({ theirs, rows }, at) => {
          const name = t("mapping.of", { name: theirs || t("mapping.noTaxClass"), count: rows })
          return (
            <div key={theirs} className="grid gap-4 sm:grid-cols-2">
              <Field
                path={`rate.${at}`}
                label={t("mapping.rate", { name })}
                hint={t("mapping.rateHint")}
                inputMode="decimal"
                maxLength={6}
              />
              <Field
                path={`hsn.${at}`}
                label={t("mapping.hsn", { name })}
                inputMode="numeric"
                maxLength={8}
              />
            </div>
          )
        })}
        {data.options.length > 0 && <p className="max-w-prose text-ink-soft text-sm">{t("options.text")}</p>}
        {data.options.map((option, at) => (
          <OptionFields key={option.name} option={option} at={at} />
        ))}
      </ActionForm>
    </Panel>
  )
}
