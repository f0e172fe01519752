import { createContext, useContext } from "react"
import { matchRoutes, type RouteObject } from "react-router-dom"

/** The application's routes, filled by its router. */
export const Routes = createContext<RouteObject[]>([])

/** Tell whether there is a page at an address, so that nobody is led to one that is still to come. */
export function useHasPage(): (path: string) => boolean {
  const routes = useContext(Routes)
  return (path) => {
    const match = matchRoutes(routes, path)?.at(-1)
    return match !== undefined && match.route.path !== "*"
  }
}
