import {
  type DataTag,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import { useEffect, useEffectEvent, useState } from "react"
import type { LinkStatus, LiveHooks, LiveLink, Watcher } from "./live-link"
import type { Payloads, TopicName } from "./live-topics"
import { newest, type Versioned } from "./versioned"

/** Called with the status of the connection and whether any topic is watched. */
type StatusListener = (status: LinkStatus, watched: boolean) => void

const RETRY_MS = 5_000

let hooks: LiveHooks = { token: async () => null, tokenRefused() {} }
let link: LiveLink | null = null
let fetching: Promise<LiveLink> | null = null
let status: LinkStatus = "connecting"
let watchers = 0
const statusListeners = new Set<StatusListener>()

function notifyListeners() {
  for (const listener of statusListeners) listener(status, watchers > 0)
}

function show(now: LinkStatus) {
  status = now
  notifyListeners()
}

async function fetchLink(): Promise<LiveLink> {
  const { LiveLink } = await import("./live-link")
  link = new LiveLink(
    { token: () => hooks.token(), tokenRefused: (token) => hooks.tokenRefused(token) },
    show,
  )
  return link
}

/** Run an action on the link once its code has loaded, retrying a failed load after a random delay. */
function withLink(use: (link: LiveLink) => void) {
  fetching ??= fetchLink()
  void fetching.then(use, () => {
    fetching = null
    show("offline")
    window.setTimeout(() => withLink(use), RETRY_MS * (0.7 + 0.6 * Math.random()))
  })
}

/** Watch a topic without counting as a part of the page that shows it; returns how to leave it. */
export function watchTopic(topic: TopicName, key: string | undefined, watcher: Watcher): () => void {
  let left = false
  let leave = () => {}
  withLink((link) => {
    if (!left) leave = link.watch(topic, key, watcher)
  })
  return () => {
    left = true
    leave()
  }
}

/** The live link of the page; queues calls until its code has loaded. See LiveLink. */
export const liveLink = {
  connectHooks(given: LiveHooks) {
    hooks = given
  },

  onStatus(listener: StatusListener) {
    statusListeners.add(listener)
    listener(status, watchers > 0)
  },

  watch(topic: TopicName, key: string | undefined, watcher: Watcher): () => void {
    const leave = watchTopic(topic, key, watcher)
    watchers += 1
    if (watchers === 1) notifyListeners()
    return () => {
      watchers -= 1
      if (watchers === 0) notifyListeners()
      leave()
    }
  },

  /** Connect ahead of the first topic, so that the handshake overlaps with the first answer. */
  warmUp: () => withLink((here) => here.warmUp()),

  /** Reconnect after a change of session or language: both are fixed when connecting. */
  authenticate: () => link?.authenticate(),
}

type Key = {
  /** The secret of an order link, for guests. */
  key?: string
}
type Merge<Q, D> = {
  /** Merge a payload into the query's data, which it replaces otherwise: only if it has the same type. */
  merge: (held: Q, data: D) => Q
}

type TopicOptions<Q, N extends TopicName> = Payloads[N] extends Q
  ? [options?: Key & Partial<Merge<Q, Payloads[N]>>]
  : [options: Key & Merge<Q, Payloads[N]>]

/**
 * Update a query's data from a topic; the newest version wins, pushed or fetched.
 *
 * `topic` is null while there is nothing to watch. Returns true when the topic is subscribed: a screen may poll only
 * while it is not.
 */
export function useTopic<Q extends Versioned, N extends TopicName>(
  topic: N | null,
  { queryKey }: { queryKey: DataTag<QueryKey, Q, Error> },
  ...[options]: TopicOptions<Q, N>
): boolean {
  const { key, merge } = options ?? {}
  const client = useQueryClient()
  return useWatch(topic, key, {
    held: () => client.getQueryData<Q>(queryKey)?.version ?? null,
    receive: (data) =>
      void client.setQueryData<Q>(queryKey, (state) => {
        // Payloads have the schemas of the REST answers and come from the same server code.
        if (!merge) return newest(state, data as Q)
        return state && newest<Q>(state, merge(state, data as Payloads[N]))
      }),
    ended: () => void client.invalidateQueries({ queryKey }),
  })
}

/** A query whose data a topic updates: see useTopic. */
export function useLiveQuery<Q extends Versioned, K extends QueryKey, N extends TopicName>(
  topic: N | null,
  query: UseQueryOptions<Q, Error, Q, K> & { queryKey: DataTag<QueryKey, Q, Error> },
  ...options: TopicOptions<Q, N>
) {
  const result = useQuery(query)
  useTopic(topic, query, ...options)
  return result
}

/** Subscribe to every payload of a topic with many rows, such as a list. Returns the same as useTopic. */
export const useTopicEvents = <N extends TopicName>(
  topic: N | null,
  onData: (data: Payloads[N]) => void,
): boolean =>
  useWatch(topic, undefined, { held: () => null, receive: (data) => onData(data as Payloads[N]), ended() {} })

function useWatch(topic: TopicName | null, key: string | undefined, watcher: Omit<Watcher, "followed">) {
  const [followed, setFollowed] = useState(false)
  const held = useEffectEvent(watcher.held)
  const receive = useEffectEvent(watcher.receive)
  const ended = useEffectEvent(watcher.ended)
  useEffect(() => {
    if (topic === null) return
    const leave = liveLink.watch(topic, key, {
      held: () => held(),
      receive: (data, version) => receive(data, version),
      followed: setFollowed,
      ended: () => ended(),
    })
    return () => {
      setFollowed(false)
      leave()
    }
  }, [topic, key])
  return followed
}
