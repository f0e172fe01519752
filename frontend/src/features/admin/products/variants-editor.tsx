import { Plus, X } from "lucide-react"
import { Button, IconButton } from "@/components/button"
import { TextField } from "@/components/field"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { BothFields, Check, useFields } from "@/features/admin/shared/form-fields"
import { useTranslation } from "@/i18n"
import type { Draft } from "./draft"
import { fieldId } from "./form"
import type { AdminProduct } from "./queries"
import {
  combinations,
  isOutdated,
  MAX_OPTIONS,
  MAX_VARIANTS,
  newOptionValues,
  type VariantDraft,
  variantName,
} from "./variants-draft"

/** Names and values of options, and the table of variants that is made of them. */
export function VariantsEditor({ product }: { product: AdminProduct | null }) {
  const { t } = useTranslation("adminProducts")
  const { values: draft, set } = useFields<Draft>()
  const { options, rows } = draft.variants
  const made = combinations(draft.variants, draft.price)
  return (
    <>
      {options.map((option, place) => (
        <fieldset key={option.key} className="rounded-md border border-line p-4">
          <legend className="px-1 font-medium text-sm">{t("variants.option", { number: place + 1 })}</legend>
          <div className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-3">
            <BothFields path={`variants.options.${place}.name`} label={t("variants.name")} maxLength={40} />
            <IconButton
              label={t("options.remove", {
                name: option.name.en || t("variants.option", { number: place + 1 }),
              })}
              className="mt-7"
              onClick={() =>
                set(
                  "variants.options",
                  options.filter(({ key }) => key !== option.key),
                )
              }
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
            <BothFields
              path={`variants.options.${place}.values`}
              label={t("variants.values")}
              hint={t("form.commas")}
            />
          </div>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-3">
        {options.length < MAX_OPTIONS && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() => set("variants.options", [...options, newOptionValues()])}
          >
            <Plus aria-hidden="true" className="size-4" />
            {t("variants.addOption")}
          </Button>
        )}
        {(options.length > 0 || rows.length > 0) && (
          <Button
            variant="secondary"
            size="sm"
            disabled={made.length > MAX_VARIANTS}
            onClick={() => set("variants.rows", made)}
          >
            {t("variants.make", { count: made.length })}
          </Button>
        )}
      </div>
      {isOutdated(draft.variants) && <Notice announce>{t("variants.outdated")}</Notice>}
      {rows.length > 0 && <VariantTable rows={rows} product={product} />}
    </>
  )
}

const columns = ["sku", "price", "stock", "weight", "barcode", "picture", "isActive"] as const
const cell = "px-1.5 py-1 align-top"

function VariantTable({ rows, product }: { rows: readonly VariantDraft[]; product: AdminProduct | null }) {
  const { t, i18n } = useTranslation("adminProducts")
  const { values: draft, set } = useFields<Draft>()
  const pictures = draft.pictures.flatMap(({ preview }, place) =>
    preview ? [{ value: preview.url, label: t("pictures.alt", { number: place + 1 }) }] : [],
  )
  const stockOf = new Map(product?.variants.rows.map((row) => [row.id, row]))
  return (
    <div className="overflow-x-auto rounded-md border border-line">
      <table className="w-full min-w-[56rem] text-sm">
        <thead>
          <tr className="border-line border-b text-left text-ink-soft">
            <th className="px-3 py-2 font-medium">{t("variants.variant")}</th>
            {columns.map((name) => (
              <th key={name} className="px-1.5 py-2 font-medium">
                {t(`variants.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => {
            const name = variantName(row.values, i18n.language)
            const known = stockOf.get(row.id)
            const path = `variants.rows.${place}` as const
            return (
              <tr key={row.key} className="border-line border-b last:border-0">
                <th scope="row" className="whitespace-nowrap px-3 py-4 text-left align-top font-medium">
                  {name}
                </th>
                <td className={cell}>
                  <Cell path={`${path}.sku`} of={name} name="sku" width="w-36" />
                </td>
                <td className={cell}>
                  <Cell path={`${path}.price`} of={name} name="price" width="w-24" />
                </td>
                <td className={cell}>
                  {known ? (
                    <span className="block whitespace-nowrap py-3 tabular-nums">
                      {t("variants.stock", { stock: known.stock, sellable: known.sellable })}
                    </span>
                  ) : (
                    <Cell path={`${path}.stock`} of={name} name="stock" width="w-20" />
                  )}
                </td>
                <td className={cell}>
                  <Cell path={`${path}.weight`} of={name} name="weight" width="w-20" />
                </td>
                <td className={cell}>
                  <Cell path={`${path}.barcode`} of={name} name="barcode" width="w-40" />
                </td>
                <td className={cell}>
                  <NativeSelect
                    hideLabel
                    label={`${t("variants.columns.picture")}: ${name}`}
                    value={pictures.some(({ value }) => value === row.picture) ? row.picture : ""}
                    options={[{ value: "", label: t("variants.mainPicture") }, ...pictures]}
                    onChange={({ target }) => set(`variants.rows.${place}.picture`, target.value)}
                    className="w-36"
                  />
                </td>
                <td className="px-1.5 py-2 align-top">
                  <Check path={`${path}.isActive`}>
                    <span className="sr-only">{`${t("variants.columns.isActive")}: ${name}`}</span>
                  </Check>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type CellProps = { path: string; of: string; name: (typeof columns)[number]; width: string }

/** A field of the table, whose column is its label. */
function Cell({ path, of, name, width }: CellProps) {
  const { t } = useTranslation("adminProducts")
  const { field } = useFields<Record<string, unknown>>()
  return (
    <TextField
      hideLabel
      autoComplete="off"
      id={fieldId(path)}
      label={`${t(`variants.columns.${name}`)}: ${of}`}
      className={width}
      {...field(path)}
    />
  )
}
