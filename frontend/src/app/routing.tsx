import {
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useTransition,
} from "react"
import { ErrorBoundary, type FallbackProps } from "react-error-boundary"
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  matchRoutes,
  type NavigateOptions,
  Outlet,
  type RouteObject,
  Router,
  type To,
  useLocation,
  useRoutes,
} from "react-router-dom"
import { LanguageOfPage, useLanguageOfPage } from "@/i18n"
import { loadCode } from "@/lib/load-code"

/*
 * React Router's plain router, with the four things we need of its data router (waiting for the next page's code,
 * progress, scroll positions, errors): the data router alone weighs as much as a whole page of the shop.
 */

type PageModule = { Component: () => ReactNode }
type LoadPage = () => Promise<PageModule>

const loading = new Map<LoadPage, Promise<PageModule>>()

function loadPage(load: LoadPage): Promise<PageModule> {
  let page = loading.get(load)
  if (!page) {
    const started = loadCode(load)
    page = started
    started.then(
      // Marked the way `use` does, so that nothing waits for what is here already.
      (value) => Object.assign(started, { status: "fulfilled", value }),
      // The network may be back when the page is asked for again.
      () => loading.delete(load),
    )
    loading.set(load, page)
  }
  return page
}

function Page({ load }: { load: LoadPage }) {
  const page = use(loadPage(load))
  // What drives the page from outside (our browser tests) waits for this: the server's first screen looks the same.
  useEffect(() => {
    document.documentElement.dataset.ready = ""
  }, [])
  return <page.Component />
}

const lazyOf = (route: RouteObject) => (typeof route.lazy === "function" ? (route.lazy as LoadPage) : null)

/** Put each page's component in the place of the function that fetches it. */
function withPages(routes: RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const load = lazyOf(route)
    return {
      ...route,
      lazy: undefined,
      element: load ? <Page load={load} /> : route.element,
      children: route.children && withPages(route.children),
    } as RouteObject
  })
}

/** Fetch the code of the page at the present address; it then appears without anything in between. */
export async function loadFirstPage(routes: RouteObject[]) {
  const matches = matchRoutes(routes, window.location) ?? []
  const pages = matches.flatMap(({ route }) => lazyOf(route) ?? [])
  // What fails here fails again in its place, where there is something to say about it.
  await Promise.allSettled(pages.map(loadPage))
}

const history = createBrowserHistory({ v5Compat: true })
let keepScroll = false

const navigator = {
  createHref: history.createHref,
  encodeLocation: history.encodeLocation,
  go: history.go,
  push(to: To, state?: unknown, options?: NavigateOptions) {
    keepScroll = options?.preventScrollReset === true
    history.push(to, state)
  },
  replace(to: To, state?: unknown, options?: NavigateOptions) {
    keepScroll = options?.preventScrollReset === true
    history.replace(to, state)
  },
}

const Navigating = createContext(false)

/** Whether the next page's code is on its way; the old page stays until it is here. */
export const useNavigating = () => useContext(Navigating)

/** The application's router; `routes` is made once. */
export function AppRouter({ routes }: { routes: RouteObject[] }) {
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  const [pending, startTransition] = useTransition()
  useLayoutEffect(() => {
    return history.listen((change) => {
      rememberScroll(scrollKey)
      startTransition(() => setState(change))
    })
  }, [])
  useScroll(location, action === "POP")
  const language = useLanguageOfPage()
  return (
    <LanguageOfPage value={language}>
      <Navigating value={pending}>
        <Router location={location} navigationType={action} navigator={navigator}>
          <Pages routes={routes} />
        </Router>
      </Navigating>
    </LanguageOfPage>
  )
}

function Pages({ routes }: { routes: RouteObject[] }) {
  const [pages] = useState(() => withPages(routes))
  return useRoutes(pages)
}

const SCROLL = "scroll"
let scrollKey = ""

function rememberScroll(key: string) {
  const positions = readScroll()
  positions[key] = window.scrollY
  sessionStorage.setItem(SCROLL, JSON.stringify(positions))
}

function readScroll(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(SCROLL) ?? "{}")
  } catch {
    return {}
  }
}

/**
 * Start new pages at their top and go back to where the reader was.
 *
 * The first page of every visit has the same key, so it goes by its path: the way back from the payment page would
 * else be scrolled like the product page that led there.
 */
function useScroll(location: Location, back: boolean) {
  useEffect(() => {
    window.history.scrollRestoration = "manual"
    const leave = () => rememberScroll(scrollKey)
    window.addEventListener("pagehide", leave)
    return () => window.removeEventListener("pagehide", leave)
  }, [])
  useLayoutEffect(() => {
    scrollKey = location.key === "default" ? location.pathname : location.key
    const stay = keepScroll && !back
    keepScroll = false
    if (stay) return
    const target =
      !back && location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (target) target.scrollIntoView()
    else {
      const top = back ? (readScroll()[scrollKey] ?? 0) : 0
      // A place to go back to is exact only in a page that is laid out whole (styles.css).
      if (top > 0) document.documentElement.dataset.touched = ""
      window.scrollTo(0, top)
    }
  }, [location, back])
}

/** A route's element that shows `Fallback` where a page below it crashes; another page is another chance. */
export function CatchErrors({
  Fallback,
  children = <Outlet />,
}: {
  Fallback: ComponentType<FallbackProps>
  children?: ReactNode
}) {
  return (
    <ErrorBoundary resetKeys={[useLocation().key]} FallbackComponent={Fallback}>
      {children}
    </ErrorBoundary>
  )
}
