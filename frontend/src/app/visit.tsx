import { useLocation } from "react-router-dom"
import { isShopPage, placeAt, useVisit } from "@/lib/visit"

/** Has the page counted, without a name, among those that are open now. */
export function Visit() {
  const { pathname } = useLocation()
  useVisit(isShopPage(pathname) ? "browsing" : null)
  useVisit(placeAt(pathname))
  return null
}
