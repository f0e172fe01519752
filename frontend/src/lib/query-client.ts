import { type Query, QueryClient } from "@tanstack/react-query"
import { ApiError, isMissing } from "./api"

/** Whether asking again can help: a refusal stays a refusal. */
const worthRetrying = (error: Error) => !(error instanceof ApiError) || error.status >= 500

const FRESH_MS = 30_000

/** That there is no such thing is an answer, too, and as good as any for a while. */
const isFreshMissing = ({ state: { error, errorUpdatedAt } }: Query<unknown, Error>) =>
  error !== null && isMissing(error) && Date.now() - errorUpdatedAt < FRESH_MS

/** Make a client: one for the browser, one for each page that the server renders. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Offline a call fails and its screen says so; by itself it would wait without a word.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: (failures, error) => !import.meta.env.SSR && failures < 1 && worthRetrying(error),
        retryOnMount: (query) => !isFreshMissing(query as Query<unknown, Error>),
        refetchOnWindowFocus: false,
        staleTime: FRESH_MS,
      },
      mutations: { networkMode: "always" },
    },
  })

export const queryClient = createQueryClient()
