import type { QueryClient } from "@tanstack/react-query"
import { data, type LoaderFunctionArgs, type Params } from "react-router-dom"
import { isMissing } from "./api"

// Each of its own type: what they hold is the components' business.
// biome-ignore lint/suspicious/noExplicitAny: the library's own type for any query's options.
type AnyQuery = Parameters<QueryClient["prefetchQuery"]>[0] | any

type Place = { params: Params; search: URLSearchParams; pathname: string }

/** Ask a page's queries on the server and wait; a page whose own thing is missing answers with that status. */
export const loadQueries =
  (queriesOf: (place: Place) => readonly AnyQuery[]) =>
  async ({ params, request, context }: LoaderFunctionArgs<QueryClient>) => {
    const { searchParams: search, pathname } = new URL(request.url)
    const queries = queriesOf({ params, search, pathname })
    await Promise.all(queries.map((query) => context.prefetchQuery(query)))
    const missing = queries
      .map(({ queryKey }) => context.getQueryState(queryKey)?.error)
      .find((error) => isMissing(error))
    return isMissing(missing) ? data(null, { status: missing.status }) : null
  }
