import type { TextKey } from "@/i18n"
import type { Draft } from "./draft"
import { isOutdated } from "./variants-draft"

/** Validation errors of a field, by the names of their texts; the server has the same rules. */
type ProblemKey =
  TextKey<"adminProducts"> extends infer K ? (K extends `problems.${infer P}` ? P : never) : never

type Problems = Record<string, ProblemKey>

/** Included in every product's own price. */
const included = { origins: "Nepal", pendantOptions: "none", sizes: "regular" } as const

const isPrice = (text: string) => /^\d{1,8}(\.\d{1,2})?$/.test(text.trim()) && Number(text) > 0
const isWhole = (text: string) => /^\d{1,7}$/.test(text.trim())
/** Return true when the text can end an address; empty leaves it to the server. */
export const isSlug = (text: string) => /^([a-z0-9]+([-_]+[a-z0-9]+)*)?$/.test(text.trim().toLowerCase())
const isWholeRupees = (text: string) => /^-?\d{1,7}$/.test(text.trim())

/** Discount in whole percent, as the shop shows it; null without two prices. */
export function discountOf(price: string, originalPrice: string): number | null {
  if (!isPrice(price) || !isPrice(originalPrice)) return null
  const [now, before] = [Number(price), Number(originalPrice)]
  return before < now ? null : Math.floor(((before - now) * 100) / before + 1e-9)
}

/** Validate a draft; errors by field path. */
export function problemsOf(draft: Draft, isNew: boolean): Problems {
  const problems: Problems = {}
  const note = (path: string, problem: ProblemKey) => {
    problems[path] ??= problem
  }
  if (!draft.title.en.trim()) note("title.en", "required")
  if (!draft.description.en.trim()) note("description.en", "required")
  if (!draft.category) note("category", "required")
  const hasVariants = draft.variants.rows.length > 0
  if (!hasVariants && !isPrice(draft.price)) note("price", draft.price.trim() ? "price" : "required")
  if (isNew && !hasVariants && !isWhole(draft.stock))
    note("stock", draft.stock.trim() ? "wholeNumber" : "required")
  if (!isSlug(draft.slug)) note("slug", "slug")
  if (!/^(\d{4,8})?$/.test(draft.hsnCode.trim())) note("hsnCode", "hsn")
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(draft.taxRate.trim()) || Number(draft.taxRate) > 100) {
    note("taxRate", "discountRange")
  }
  if (draft.shipping.weight.trim() && !isWhole(draft.shipping.weight)) note("shipping.weight", "wholeNumber")
  checkVariants(draft, note)
  if (!hasVariants) {
    checkDiscount(draft, note)
    checkOptions(draft, note)
  }
  return problems
}

const shown: Record<string, (draft: Draft) => string> = {
  "title.hi": ({ title }) => title.hi,
  "shortDescription.en": ({ shortDescription }) => shortDescription.en,
  "shortDescription.hi": ({ shortDescription }) => shortDescription.hi,
  "description.hi": ({ description }) => description.hi,
  hsnCode: ({ hsnCode }) => hsnCode,
}

/** List the fields that an offered product should have and this draft has not. */
export const missingOf = (draft: Draft, isNew: boolean): string[] => [
  ...Object.entries(problemsOf(draft, isNew)).flatMap(([path, text]) => (text === "required" ? [path] : [])),
  ...Object.entries(shown).flatMap(([path, textOf]) => (textOf(draft).trim() ? [] : [path])),
  ...(draft.pictures.length === 0 ? ["images"] : []),
]

function checkDiscount(draft: Draft, note: (path: string, problem: ProblemKey) => void) {
  const { price, originalPrice, discountPercentage } = draft
  const percent = discountPercentage.trim()
  if (originalPrice.trim() && !isPrice(originalPrice)) note("originalPrice", "price")
  else if (isPrice(price) && isPrice(originalPrice) && Number(originalPrice) < Number(price)) {
    note("originalPrice", "originalBelow")
  }
  if (!percent) return
  if (!isWhole(percent) || Number(percent) > 100) note("discountPercentage", "discountRange")
  else if (!originalPrice.trim() && Number(percent) > 0) note("originalPrice", "discountAlone")
  else {
    const exact = discountOf(price, originalPrice)
    const before = Number(originalPrice)
    const rounded = Math.round(((before - Number(price)) * 100) / before)
    if (exact !== null && Number(percent) !== exact && Number(percent) !== rounded) {
      note("discountPercentage", "discountDisagrees")
    }
  }
}

function checkOptions(draft: Draft, note: (path: string, problem: ProblemKey) => void) {
  const { customization, price } = draft
  for (const list of ["origins", "pendantOptions", "sizes"] as const) {
    const seen = new Set<string>()
    customization[list].forEach((option, place) => {
      const path = `customization.${list}.${place}`
      const name = option.name.trim()
      if (!name) note(`${path}.name`, "required")
      else if (seen.has(name)) note(`${path}.name`, "optionRepeated")
      seen.add(name)
      const added = Number(option.price)
      if (!isWholeRupees(option.price)) note(`${path}.price`, "wholeRupees")
      else if (added !== 0 && name === included[list]) note(`${path}.price`, "optionIncluded")
      else if (added < 0 && list !== "sizes") note(`${path}.price`, "optionNegative")
      else if (isPrice(price) && Number(price) + added <= 0) note(`${path}.price`, "unitPrice")
    })
  }
  const xray = customization.xrayCertification.price
  if (!isWholeRupees(xray)) note("customization.xrayCertification.price", "wholeRupees")
  else if (Number(xray) < 0) note("customization.xrayCertification.price", "optionNegative")
}

function checkVariants({ variants }: Draft, note: (path: string, problem: ProblemKey) => void) {
  const outdated = isOutdated(variants)
  variants.options.forEach(({ name }, place) => {
    if (!name.en.trim()) note(`variants.options.${place}.name.en`, "required")
    if (outdated) note(`variants.options.${place}.values.en`, "variantsOutdated")
  })
  const skus = variants.rows.map(({ sku }) => sku.trim().toUpperCase())
  variants.rows.forEach((row, place) => {
    const path = `variants.rows.${place}`
    if (!isPrice(row.price)) note(`${path}.price`, row.price.trim() ? "price" : "required")
    if (!row.id && !isWhole(row.stock)) note(`${path}.stock`, "wholeNumber")
    if (row.weight.trim() && !isWhole(row.weight)) note(`${path}.weight`, "wholeNumber")
    if (skus[place] && skus.indexOf(skus[place]) < place) note(`${path}.sku`, "skuRepeated")
  })
}

/** Map a field of the server's errors to the form's: a pendant's type is its name here. */
export const formPath = (path: string): string =>
  path
    .replace(/^(customization\.pendantOptions\.\d+)\.type$/, "$1.name")
    .replace(/^images.*/, "images")
    .replace(/^variants\.optionNames\.(\d+).*/, "variants.options.$1.name.en")
    .replace(/^(variants\.rows\.\d+)\.values.*/, "$1.sku")
