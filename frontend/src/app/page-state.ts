import { type DehydratedState, dehydrate, type QueryClient } from "@tanstack/react-query"
import { ApiError, isMissing } from "@/lib/api"

/*
 * The server's query cache, serialized into the page for hydration. Without timestamps: the same answers must give
 * the same bytes, and data of a cached page counts as fresh.
 */

type WrittenError = Pick<ApiError, "message" | "code" | "status">
type WrittenQuery = { queryKey: readonly unknown[]; queryHash: string; data?: unknown; error?: WrittenError }
export type PageState = { queries: WrittenQuery[] }

/** Serialize the server's query cache: successful queries, and those that ended in "not found". */
export function writeState(client: QueryClient): PageState {
  const { queries } = dehydrate(client, {
    shouldDehydrateQuery: ({ state: { status, error } }) =>
      status === "success" || (status === "error" && isMissing(error)),
  })
  return {
    queries: queries.map(({ queryKey, queryHash, state: { data, error } }) => {
      if (!isMissing(error)) return { queryKey, queryHash, data }
      const { message, code, status } = error
      return { queryKey, queryHash, error: { message, code, status } }
    }),
  }
}

/** Convert the serialized queries to the browser's query cache, fetched as of now. */
export function readState(written: PageState): DehydratedState {
  const now = Date.now()
  const queries = written.queries.map(({ queryKey, queryHash, data, error }) => ({
    queryKey,
    queryHash,
    dehydratedAt: now,
    state: {
      data,
      dataUpdateCount: error ? 0 : 1,
      dataUpdatedAt: error ? 0 : now,
      error: error ? new ApiError(error.message, error.code, error.status) : null,
      errorUpdateCount: error ? 1 : 0,
      errorUpdatedAt: error ? now : 0,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
      isInvalidated: false,
      status: error ? ("error" as const) : ("success" as const),
      fetchStatus: "idle" as const,
    },
  }))
  return { mutations: [], queries }
}
