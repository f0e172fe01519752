import type { LinkProps } from "react-router-dom"
import { useSearchParams } from "react-router-dom"

/** The parameter of the address that names the product seen in the window over the page. */
export const QUICK_VIEW = "view"

/** What a history entry says that this site made for the window: closing it goes back. */
export const OPENED_HERE = { quickView: true }

/** The link that opens the window over the present page; Back closes it. */
export function useQuickViewLink(slug: string): Pick<LinkProps, "to" | "state" | "preventScrollReset"> {
  const [params] = useSearchParams()
  const search = new URLSearchParams(params)
  search.set(QUICK_VIEW, slug)
  return { to: { search: search.toString() }, state: OPENED_HERE, preventScrollReset: true }
}
