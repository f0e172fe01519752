import { useLocation, useNavigate, useSearchParams } from "react-router-dom"
import { lazyDialog } from "@/components/lazy-with-retry"
import { useHydrated } from "@/lib/use-hydrated"
import { useLast } from "@/lib/use-last"
import { QUICK_VIEW } from "./quick-view-link"

const QuickView = lazyDialog(() => import("./quick-view"), "QuickView")

/**
 * Shows the product that the address names over the page; mounted once, beside the pages.
 *
 * The server renders the page alone.
 */
export function QuickViewHost() {
  const hydrated = useHydrated()
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const slug = params.get(QUICK_VIEW)
  const shown = useLast(slug)
  if (shown === null || !hydrated) return null

  function close() {
    if (slug === null) return
    if (state?.quickView === true) {
      void navigate(-1)
      return
    }
    // The visit began with the dialog open: there is no history entry to go back to.
    const rest = new URLSearchParams(params)
    rest.delete(QUICK_VIEW)
    setParams(rest, { replace: true, preventScrollReset: true })
  }

  return <QuickView slug={shown} open={slug !== null} onOpenChange={(open) => !open && close()} />
}
