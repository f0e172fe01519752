import type { FetchQueryOptions, QueryClient } from "@tanstack/react-query"
import { data, type LoaderFunctionArgs, type Params } from "react-router-dom"
import { isMissing } from "./api"

// biome-ignore lint/suspicious/noExplicitAny: a page's queries hold data of different types.
type AnyQuery = FetchQueryOptions<any, any, any, any>

type Place = { params: Params; search: URLSearchParams; pathname: string }

/** Run a page's queries on the server; when its main resource is missing, the page has that status (404, 410). */
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
