import { useEffect, useEffectEvent } from "react"
import { useTopicEvents } from "@/lib/live"

/**
 * Subscribe to the topic of a list, and refetch the list after each subscription: what changed before it, or while the
 * link was down, is in that answer. Each payload goes to `onPush`; without it, a payload means a refetch.
 */
export function useRefetchingTopic<P>(
  topic: string,
  refetch: () => void,
  onPush: (push: P) => void = refetch,
): void {
  const subscribed = useTopicEvents<P>(topic, onPush)
  const refetchNow = useEffectEvent(refetch)
  useEffect(() => {
    if (subscribed) refetchNow()
  }, [subscribed])
}
