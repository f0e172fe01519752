type FailedQuery = { error: unknown; isFetching: boolean; refetch: () => unknown }

/** A query's error and retry, as the error states take them. */
export const retryOf = ({ error, isFetching, refetch }: FailedQuery) => ({
  error,
  retrying: isFetching,
  onRetry: () => void refetch(),
})
