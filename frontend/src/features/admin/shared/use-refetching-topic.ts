import { useEffect, useEffectEvent } from "react"
import { useTopicEvents } from "@/lib/live"
import type { Payloads, TopicName } from "@/lib/live-topics"

/**
 * Subscribe to the topic of a list, and refetch the list after each subscription: what changed before it, or while the
 * link was down, is in that answer. Each payload goes to `onPush`; without it, a payload means a refetch.
 */
export function useRefetchingTopic<N extends TopicName>(
  topic: N,
  refetch: () => void,
  onPush: (push: Payloads[N]) => void = refetch,
): void {
  const subscribed = useTopicEvents(topic, onPush)
  const refetchNow = useEffectEvent(refetch)
  useEffect(() => {
    if (subscribed) refetchNow()
  }, [subscribed])
}
