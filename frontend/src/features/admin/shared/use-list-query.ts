import { type DefaultError, type UseQueryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import type { TopicName } from "@/lib/live-topics"
import { useRefetchingTopic } from "./use-refetching-topic"
import { useThrottled } from "./use-throttled"

/** A query that is refetched, with all others under `key`, when its topic reports a change. */
export function useListQuery<T, K extends readonly unknown[]>(
  options: UseQueryOptions<T, DefaultError, T, K>,
  key: readonly unknown[],
  topic: TopicName,
) {
  const client = useQueryClient()
  const query = useQuery(options)
  const renew = () => void client.invalidateQueries({ queryKey: key })
  useRefetchingTopic(topic, renew, useThrottled(renew))
  return { query, renew }
}
