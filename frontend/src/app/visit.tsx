import { useLocation } from "react-router-dom"
import { isShopPage, placeAt, useVisit } from "@/lib/visit"

/** Reports this page as an anonymous visitor to the live view. */
export function Visit() {
  const { pathname } = useLocation()
  useVisit(isShopPage(pathname) ? "browsing" : null)
  useVisit(placeAt(pathname))
  return null
}
