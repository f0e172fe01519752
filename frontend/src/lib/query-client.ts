import { QueryClient } from "@tanstack/react-query"
import { ApiError } from "./api"

/** Whether asking again can help: a refusal stays a refusal. */
const worthRetrying = (error: Error) => !(error instanceof ApiError) || error.status >= 500

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && worthRetrying(error),
      refetchOnWindowFocus: false,
      staleTime: 30_000,
    },
  },
})
