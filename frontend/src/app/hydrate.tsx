import { startTransition } from "react"
import { createRoot, hydrateRoot } from "react-dom/client"
import { createBrowserRouter, matchRoutes, type RouteObject, RouterProvider } from "react-router-dom"
import { App } from "@/app/app"
import { type PageState, readState } from "@/app/page-state"
import { routes } from "@/app/routes"
import { i18n, loadTexts, onLanguageChange } from "@/i18n"
import { api, connectApi } from "@/lib/api"
import { needsReload } from "@/lib/build-version"
import { adoptLanguageOfAddress } from "@/lib/language"
import { liveLink } from "@/lib/live"
import { answerFromPage } from "@/lib/page-answers"
import { queryClient } from "@/lib/query-client"
import { guardTranslatedPages, isTranslated } from "@/lib/translated-pages"
import { useRateLimit } from "@/stores/rate-limit"
import { useReauthentication } from "@/stores/reauthentication"
import { accessToken, renewedToken, useSession } from "@/stores/session"

connectApi({
  token: accessToken,
  renewed: renewedToken,
  secondFactorNeeded: useSession.getState().secondFactorNeeded,
  reauthenticate: useReauthentication.getState().ask,
  rateLimited: useRateLimit.getState().limited,
})

// Start the token exchange in parallel with rendering, as the page's first calls await it; they report its failure.
accessToken().catch(() => {})

// Product texts come from the server in the reader's language.
onLanguageChange(() => {
  void queryClient.invalidateQueries()
  liveLink.authenticate()
})

/** The server-rendered elements of components/page-head.tsx, in their place in index.html. */
const HEAD_OF_PAGE =
  "link[rel=manifest] ~ :is(title, meta, link:is([rel=canonical], [rel=alternate], [rel=prev], [rel=next]))"

/** Load the code of the first page before hydration: the router renders nothing of a route that is still lazy. */
async function loadFirstPage(routes: RouteObject[]) {
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return
      const loaded = await route.lazy().catch(() => null)
      // A failed load is repeated by the router, whose error boundary shows it.
      if (loaded) Object.assign(route, loaded, { lazy: undefined })
    }),
  )
}

/** Hydrate the server-rendered page; without one, render it in the browser. */
export async function hydrate() {
  const root = document.getElementById("root")
  if (!root) throw new Error("index.html has no #root")
  adoptLanguageOfAddress()
  guardTranslatedPages()
  const written: PageState = JSON.parse(document.getElementById("state")?.textContent ?? '{"queries":[]}')
  api.use(answerFromPage())
  await Promise.all([loadTexts("shop", "shell"), loadFirstPage(routes)])
  const router = createBrowserRouter(routes)
  let path = router.state.location.pathname
  router.subscribe(({ location }) => {
    const anew = needsReload(path, location.pathname) && queryClient.isMutating() === 0
    path = location.pathname
    // The address is the new one already, and its state stays with it.
    if (anew) window.location.reload()
  })
  const app = (
    <App client={queryClient} texts={i18n} state={readState(written)}>
      <RouterProvider router={router} />
    </App>
  )
  // React would leave it beside what it renders itself, and the tab would keep the title of the first page.
  const headOfPage = document.head.querySelectorAll(HEAD_OF_PAGE)
  const dropHead = () => {
    for (const element of headOfPage) element.remove()
  }
  // In a transition React hydrates in short slices, between which the page can scroll and handle input.
  startTransition(() => {
    // Translated text is not what the application renders: it renders anew, and the translator translates that.
    if (root.firstElementChild && !isTranslated()) {
      hydrateRoot(root, app, {
        onRecoverableError: (error) => {
          // Translated meanwhile, and therefore rendered anew.
          if (!isTranslated()) reportError(error)
          else if (document.head.querySelectorAll("title").length > 1) dropHead()
        },
      })
    } else {
      dropHead()
      createRoot(root).render(app)
    }
  })
}
