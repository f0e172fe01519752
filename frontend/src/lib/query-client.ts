import { QueryClient } from "@tanstack/react-query"
import { ApiError } from "./api"

/** Whether asking again can help: a refusal stays a refusal. */
const worthRetrying = (error: Error) => !(error instanceof ApiError) || error.status >= 500

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Offline a call fails and its screen says so; by itself it would wait without a word.
      networkMode: "always",
      refetchOnReconnect: true,
      retry: (failures, error) => failures < 1 && worthRetrying(error),
      refetchOnWindowFocus: false,
      staleTime: 30_000,
    },
    mutations: { networkMode: "always" },
  },
})
