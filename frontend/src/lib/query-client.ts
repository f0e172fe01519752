import { type Query, QueryClient } from "@tanstack/react-query"
import { ApiError, isMissing } from "./api"

/**
 * Return true when a retry can succeed in time: not after a 4xx, nor after a time-out, which took long enough.
 * Without a connection it can: "online" comes before the network does.
 */
export const isWorthRetrying = (error: Error) =>
  !(error instanceof ApiError) || error.status >= 500 || (error.status === 0 && error.code !== "TIMEOUT")

const FRESH_MS = 30_000

/** A 404 counts as fresh data for a while, too. */
const isFreshMissing = ({ state: { error, errorUpdatedAt } }: Query<unknown, Error>) =>
  error !== null && isMissing(error) && Date.now() - errorUpdatedAt < FRESH_MS

/** Make a query client: one in the browser, one for each page rendered on the server. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, calls fail and show an error; by default they would be paused silently.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: (failures, error) => !import.meta.env.SSR && failures < 1 && isWorthRetrying(error),
        retryOnMount: (query) => !isFreshMissing(query as Query<unknown, Error>),
        refetchOnWindowFocus: false,
        staleTime: FRESH_MS,
      },
      // Never repeated by itself: only a person may repeat what changes something.
      mutations: { networkMode: "always", retry: false },
    },
  })

export const queryClient = createQueryClient()
