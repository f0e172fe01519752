import { useEffect, useState, useSyncExternalStore } from "react"

/** Offset of the server's clock from this device's, in ms; null until the first answer. */
let offset: number | null = null
const listeners = new Set<() => void>()

/**
 * Estimate the clock offset from the server time in an answer. Network latency only ever lowers the measured offset,
 * so the largest one is the most accurate.
 */
export function estimateOffset(answeredAt: string, receivedAt: number, before: number | null): number {
  const measured = Date.parse(answeredAt) - receivedAt
  return before === null ? measured : Math.max(before, measured)
}

/** Take the server's time from an answer, if it names one, received at a moment of this device's clock. */
export function recordServerTime(answeredAt: string | null, receivedAt = Date.now()) {
  if (!answeredAt) return
  offset = estimateOffset(answeredAt, receivedAt, offset)
  for (const listener of listeners) listener()
}

/** Return true when an answer has named the server's time. */
export const isServerTimeKnown = () => offset !== null

/** The server's clock in ms: a moment that the server names must not be judged by the device's clock. */
export const serverNow = () => Date.now() + (offset ?? 0)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * This device's clock in milliseconds, updated every `ms` while `running`: for spans that begin here. A moment that the
 * server names is compared with useServerNow.
 */
export function useNow(ms: number, running = true): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!running) return
    setNow(Date.now())
    const timer = window.setInterval(() => setNow(Date.now()), ms)
    return () => window.clearInterval(timer)
  }, [ms, running])
  return now
}

/** The server's clock, updated every `ms` while `running`: for countdowns to a moment that the server names. */
export function useServerNow(ms: number, running = true): number {
  const now = useNow(ms, running)
  return (
    now +
    useSyncExternalStore(
      subscribe,
      () => offset ?? 0,
      () => 0,
    )
  )
}
