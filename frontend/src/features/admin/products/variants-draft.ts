import { type Both, noText } from "@/features/admin/shared/in-language"
import { randomId } from "@/lib/random-id"
import type { AdminProduct } from "./queries"

/** A variant while it is edited; one without an id is new, and alone takes a stock. */
export type VariantDraft = {
  key: string
  id: string
  values: readonly Both[]
  sku: string
  barcode: string
  price: string
  stock: string
  weight: string
  /** The `url` of the product's picture that shows it; empty for the main one. */
  picture: string
  isActive: boolean
}

/** The name of an option, and its values with commas between them, in the same order in both languages. */
export type OptionValues = { key: string; name: Both; values: Both }

export type VariantsDraft = { options: readonly OptionValues[]; rows: readonly VariantDraft[] }

export const MAX_OPTIONS = 3
export const MAX_VARIANTS = 100

export const newOptionValues = (): OptionValues => ({ key: randomId(), name: noText, values: noText })

const split = (text: string) =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean)

const valuesOf = ({ values }: OptionValues): Both[] => {
  const hindi = split(values.hi)
  return split(values.en).map((en, place) => ({ en, hi: hindi[place] ?? "" }))
}

const keyOf = (values: readonly Both[]) => JSON.stringify(values.map(({ en }) => en))

/** Every combination of the values, as a row that keeps what it had. */
export function combinations({ options, rows }: VariantsDraft, price: string): VariantDraft[] {
  if (options.length === 0) return []
  const known = new Map(rows.map((row) => [keyOf(row.values), row]))
  const all = options.reduce<Both[][]>(
    (before, option) => before.flatMap((values) => valuesOf(option).map((value) => [...values, value])),
    [[]],
  )
  return all.map((values) => ({
    ...(known.get(keyOf(values)) ?? newRow(price)),
    values,
  }))
}

const newRow = (price: string): Omit<VariantDraft, "values"> => ({
  key: randomId(),
  id: "",
  sku: "",
  barcode: "",
  price,
  stock: "0",
  weight: "",
  picture: "",
  isActive: true,
})

/** Return true while the rows are not those of the options' values: the table has to be made again. */
export const isOutdated = (draft: VariantsDraft) => {
  const missing = ({ options, rows }: VariantsDraft) =>
    options.some((option, place) => {
      const used = new Set(rows.map(({ values }) => values[place]?.en))
      const named = valuesOf(option).map(({ en }) => en)
      return (
        named.length === 0 || used.size !== new Set(named).size || named.some((value) => !used.has(value))
      )
    })
  return missing(draft) || draft.rows.some(({ values }) => values.length !== draft.options.length)
}

export const variantName = (values: readonly Both[], language: string) =>
  values.map(({ en, hi }) => (language === "hi" && hi) || en).join(" / ")

export function variantsDraftOf({ variants, pictures, images }: AdminProduct): VariantsDraft {
  return {
    options: variants.optionNames.map((name, place) => {
      const values = new Map(variants.rows.map((row) => [row.values[place]?.en, row.values[place]]))
      const texts = [...values.values()].filter((value) => value !== undefined)
      const isTranslated = texts.some(({ hi }) => hi)
      return {
        key: name.en,
        name,
        values: {
          en: texts.map(({ en }) => en).join(", "),
          hi: isTranslated ? texts.map(({ en, hi }) => hi || en).join(", ") : "",
        },
      }
    }),
    rows: variants.rows.map((row) => ({
      key: row.id,
      id: row.id,
      values: row.values,
      sku: row.sku,
      barcode: row.barcode,
      price: String(row.price),
      stock: "",
      weight: row.weight === null ? "" : String(row.weight),
      picture: pictures[images.indexOf(row.picture)]?.url ?? "",
      isActive: row.isActive,
    })),
  }
}

/** Convert valid variants to the request body; a picture that was taken out shows nothing any more. */
export function variantsBodyOf({ options, rows }: VariantsDraft, kept: ReadonlySet<string | undefined>) {
  return {
    optionNames: options.map(({ name }) => ({ en: name.en.trim(), hi: name.hi.trim() })),
    rows: rows.map(({ key: _, price, stock, weight, picture, ...row }) => ({
      ...row,
      values: [...row.values],
      sku: row.sku.trim(),
      barcode: row.barcode.trim(),
      price: Number(price),
      stock: Number(stock),
      weight: weight.trim() === "" ? null : Number(weight),
      picture: kept.has(picture) ? picture : "",
    })),
  }
}
