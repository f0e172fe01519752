import type { LinkProps } from "react-router-dom"
import { useSearchParams } from "react-router-dom"

/** Query parameter with the slug of the product in the quick view. */
export const QUICK_VIEW = "view"

/** State of a history entry that opened the quick view: closing it goes back. */
const OPENED_HERE = { quickView: true }

/** Link to the quick view over the current page; Back closes it. */
export function useQuickViewLink(slug: string): Pick<LinkProps, "to" | "state" | "preventScrollReset"> {
  const [params] = useSearchParams()
  const search = new URLSearchParams(params)
  search.set(QUICK_VIEW, slug)
  return { to: { search: search.toString() }, state: OPENED_HERE, preventScrollReset: true }
}
