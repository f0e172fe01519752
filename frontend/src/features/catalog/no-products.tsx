import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { EmptyState } from "@/components/empty-state"
import { Link } from "@/components/link"
import { useTranslation } from "@/i18n"
import { categoriesQuery } from "./categories"
import { type ListFilters, writeFilters } from "./list-filters"
import { Suggestions } from "./suggestions"

type NoProductsProps = { title: string; action: ReactNode; children?: ReactNode }

/** Empty list: the reason, a link, and trending products. */
export function NoProducts({ title, action, children }: NoProductsProps) {
  return (
    <>
      <EmptyState title={title} action={action}>
        {children}
      </EmptyState>
      <Suggestions />
    </>
  )
}

const SHOWN = 4
/** Place of the links in the sentence. */
const GAP = "\0"

type NearWordsProps = { filters: ListFilters; text: string | null }

/** A sentence that offers a text near the one searched in vain, else the first categories. */
export function NearWords({ filters, text }: NearWordsProps) {
  const { t, i18n } = useTranslation()
  const categories = useQuery(categoriesQuery).data ?? []
  const near = text
    ? [{ to: `?${writeFilters({ ...filters, search: text, page: 1 })}`, name: text }]
    : categories.slice(0, SHOWN).map(({ slug, name }) => ({ to: `/category/${slug}`, name }))
  const names = near.map(({ name }) => name)
  const [before, after] = t(text ? "list.didYouMean" : "list.nearWords", { words: GAP }).split(GAP)
  let link = 0
  return (
    <p>
      {before}
      {new Intl.ListFormat(i18n.language, { type: "disjunction" })
        .formatToParts(names)
        .map(({ type, value }) => {
          const to = type === "element" && near[link++]?.to
          return to ? (
            <Link key={to} to={to} className="font-medium text-accent underline underline-offset-4">
              {value}
            </Link>
          ) : (
            value
          )
        })}
      {after}
    </p>
  )
}
