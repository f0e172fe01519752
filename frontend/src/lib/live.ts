import { type DataTag, type QueryKey, useQueryClient } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useState } from "react"
import type { Socket } from "socket.io-client"
import { storedLanguage } from "./language"
import { newest, type Versioned } from "./versioned"

/** How the one link of this page to the server is; `offline` after it has been down for a while. */
export type LinkStatus = "live" | "reconnecting" | "offline"

type State = { topic: string; version: number; data: unknown }
type Answer = ({ ok: true } & State) | { ok: true; same: true } | { ok: false; code: string }

type Watcher = {
  /** The version on the screen; null when there is nothing yet. */
  held: () => number | null
  receive: (data: unknown, version: number) => void
  /** Whether changes now arrive by themselves. */
  followed: (yes: boolean) => void
}

type Topic = { name: string; key: string | undefined; watchers: Set<Watcher> }

/** Hears how the link is, and whether anything on the page needs it. */
type StatusListener = (status: LinkStatus, watched: boolean) => void

type Hooks = {
  token: () => string | null
  /** The token we sent is no longer good; we go on as a guest. */
  tokenRefused: () => void
}

const ANSWER_TIMEOUT_MS = 10_000
const OFFLINE_AFTER_MS = 15_000
const IDLE_MS = 30_000
const SUBSCRIBE_PAUSE_MS = 10_000
/** Waits after the server refused us or closed the link on purpose; each refusal moves one on. */
const REFUSED_WAITS_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000] as const

/** Spread a wait by ±30 %, so that a thousand pages do not come back in the same moment. */
export const spread = (ms: number, chance = Math.random()) => Math.round(ms * (0.7 + 0.6 * chance))

/** How long to wait before the n-th (from 0) attempt after a refusal, before spreading. */
export const refusedWait = (refusals: number) =>
  REFUSED_WAITS_MS[Math.min(refusals, REFUSED_WAITS_MS.length - 1)] ?? 30_000

/**
 * The one live link of the page. It connects when the first topic is watched and closes some time after
 * the last one is left. A push is a hint that carries the state: losing or repeating one does no harm,
 * because on every reconnect each topic is subscribed anew with the version that is on the screen.
 */
class LiveLink {
  private hooks: Hooks = { token: () => localStorage.getItem("token"), tokenRefused() {} }
  private socket: Socket | null = null
  private loading = false
  private topics = new Map<string, Topic>()
  private status: LinkStatus = "reconnecting"
  private statusListeners = new Set<StatusListener>()
  private refusals = 0
  private reconnectTimer: number | undefined
  private offlineTimer: number | undefined
  private idleTimer: number | undefined

  connectHooks(given: Partial<Hooks>) {
    this.hooks = { ...this.hooks, ...given }
  }

  onStatus(listener: StatusListener): () => void {
    this.statusListeners.add(listener)
    listener(this.status, this.topics.size > 0)
    return () => this.statusListeners.delete(listener)
  }

  watch(name: string, key: string | undefined, watcher: Watcher): () => void {
    const isFirst = this.topics.size === 0
    const topic = this.topics.get(name) ?? { name, key, watchers: new Set() }
    this.topics.set(name, topic)
    if (isFirst) this.tellAll()
    topic.key = key ?? topic.key
    topic.watchers.add(watcher)
    window.clearTimeout(this.idleTimer)
    if (this.socket?.connected) this.subscribe(topic)
    else void this.open()
    return () => this.leave(topic, watcher)
  }

  /** Connect ahead of the first topic, so that the handshake overlaps with the first answer. */
  warmUp() {
    void this.open()
    this.closeWhenIdle()
  }

  /** Token or language changed: who we are is settled when connecting, so connect again. */
  authenticate() {
    if (!this.socket) return
    this.refusals = 0
    this.reconnectIn(0)
  }

  private leave(topic: Topic, watcher: Watcher) {
    topic.watchers.delete(watcher)
    if (topic.watchers.size > 0 || this.topics.get(topic.name) !== topic) return
    this.topics.delete(topic.name)
    if (this.topics.size === 0) this.tellAll()
    if (this.socket?.connected) this.socket.emit("unsubscribe", { topic: topic.name }, () => {})
    this.closeWhenIdle()
  }

  private closeWhenIdle() {
    window.clearTimeout(this.idleTimer)
    if (this.topics.size > 0) return
    this.idleTimer = window.setTimeout(() => {
      window.clearTimeout(this.reconnectTimer)
      this.reconnectTimer = undefined
      this.socket?.disconnect()
      // Closed on purpose: the next topic starts afresh, not as "offline".
      window.clearTimeout(this.offlineTimer)
      this.offlineTimer = undefined
      this.tell("reconnecting")
    }, IDLE_MS)
  }

  private async open() {
    if (this.socket) {
      if (!this.socket.active && this.reconnectTimer === undefined) this.socket.connect()
      return
    }
    if (this.loading) return
    this.loading = true
    this.down()
    try {
      const { io } = await import("socket.io-client")
      const socket = io({
        transports: ["websocket"],
        auth: (send) => send({ token: this.hooks.token() ?? undefined, language: storedLanguage() }),
        reconnectionDelay: 500,
        reconnectionDelayMax: 10_000,
        randomizationFactor: 0.5,
        timeout: 10_000,
      })
      this.socket = socket
      socket.on("connect", () => this.up())
      socket.on("disconnect", (reason) => {
        this.down()
        // The library reconnects by itself except when the server said goodbye; our own closing has its timer.
        if (reason === "io server disconnect") this.reconnectAfterRefusal()
      })
      socket.on("connect_error", (error) => this.failed(error))
      socket.on("changed", (state: State) => this.deliver(state))
      socket.on("bye", ({ reconnectIn }: { reconnectIn: number }) => this.reconnectIn(reconnectIn))
      window.addEventListener("offline", () => this.show("offline"))
      window.addEventListener("online", () => {
        // A short loss of the network may leave the socket as it was.
        if (socket.connected) this.up()
        else if (this.topics.size > 0) this.reconnectIn(0)
      })
    } catch {
      // The piece of the application that connects could not be fetched: the network is down.
      window.setTimeout(() => void this.open(), spread(5_000))
    } finally {
      this.loading = false
    }
  }

  private up() {
    window.clearTimeout(this.offlineTimer)
    this.offlineTimer = undefined
    this.refusals = 0
    this.show("live")
    for (const topic of this.topics.values()) this.subscribe(topic)
  }

  private down() {
    for (const topic of this.topics.values()) for (const watcher of topic.watchers) watcher.followed(false)
    this.show(navigator.onLine ? "reconnecting" : "offline")
    this.offlineTimer ??= window.setTimeout(() => this.show("offline"), OFFLINE_AFTER_MS)
  }

  private failed(error: Error & { data?: { code?: string } }) {
    if (!this.socket || this.socket.active) return
    // Not the network but an answer: CONNECT_ERROR. The library stops there; we do not.
    if (error.data?.code === "TOKEN_REFUSED") this.hooks.tokenRefused()
    this.reconnectAfterRefusal()
  }

  private reconnectAfterRefusal() {
    this.reconnectIn(spread(refusedWait(this.refusals)))
    this.refusals += 1
  }

  private reconnectIn(ms: number) {
    window.clearTimeout(this.reconnectTimer)
    this.socket?.disconnect()
    this.down()
    this.reconnectTimer = window.setTimeout(() => {
      this.reconnectTimer = undefined
      if (this.topics.size > 0) this.socket?.connect()
    }, ms)
  }

  private show(status: LinkStatus) {
    // "offline" is left by connecting only, not by one more attempt.
    if (this.status === "offline" && status === "reconnecting") return
    this.tell(status)
  }

  private tell(status: LinkStatus) {
    if (this.status === status) return
    this.status = status
    this.tellAll()
  }

  private tellAll() {
    for (const listener of this.statusListeners) listener(this.status, this.topics.size > 0)
  }

  private subscribe(topic: Topic) {
    const socket = this.socket
    const versions = [...topic.watchers].map((watcher) => watcher.held())
    const known = versions.filter((version) => version !== null)
    // The oldest screen decides; one without anything needs the whole state.
    const version = known.length === versions.length && known.length > 0 ? Math.min(...known) : undefined
    socket
      ?.timeout(ANSWER_TIMEOUT_MS)
      .emit(
        "subscribe",
        { topic: topic.name, version, key: topic.key },
        (lost: Error | null, answer: Answer) => {
          if (this.topics.get(topic.name) !== topic || !socket.connected) return
          if (lost) {
            // Connected but silent: start over rather than trust it.
            this.reconnectAfterRefusal()
          } else if (!answer.ok) {
            for (const watcher of topic.watchers) watcher.followed(false)
            if (answer.code === "RATE_LIMITED" || answer.code === "TRY_LATER") {
              window.setTimeout(() => {
                if (this.topics.get(topic.name) === topic && socket.connected) this.subscribe(topic)
              }, spread(SUBSCRIBE_PAUSE_MS))
            }
          } else {
            for (const watcher of topic.watchers) watcher.followed(true)
            if (!("same" in answer)) this.deliver(answer)
          }
        },
      )
  }

  private deliver({ topic, version, data }: State) {
    for (const watcher of this.topics.get(topic)?.watchers ?? []) watcher.receive(data, version)
  }
}

export const liveLink = new LiveLink()

type TopicOptions<Q, D> = {
  /** The secret of an order link, for guests. */
  key?: string
  /** How a payload changes what the query holds; without it the payload takes its place. */
  merge?: (held: Q, data: D) => Q
}

/**
 * Keep a query's data up to date from a topic; the newest version wins, whatever way it came.
 *
 * Give null as long as there is nothing to watch. Returns whether changes arrive by themselves now: only
 * while they do not may a screen fall back to asking.
 */
export function useTopic<Q extends Versioned, D = Q>(
  topic: string | null,
  { queryKey }: { queryKey: DataTag<QueryKey, Q, Error> },
  { key, merge }: TopicOptions<Q, D> = {},
): boolean {
  const client = useQueryClient()
  const [followed, setFollowed] = useState(false)
  const held = useEffectEvent(() => client.getQueryData<Q>(queryKey)?.version ?? null)
  const receive = useEffectEvent((data: unknown) => {
    client.setQueryData<Q>(queryKey, (state) => {
      // Payloads are the schemas of the REST answers, made by the same server code.
      if (!merge) return newest(state, data as Q)
      return state && newest<Q>(state, merge(state, data as D))
    })
  })
  useEffect(() => {
    if (topic === null) return
    const leave = liveLink.watch(topic, key, {
      held: () => held(),
      receive: (data) => receive(data),
      followed: setFollowed,
    })
    return () => {
      setFollowed(false)
      leave()
    }
  }, [topic, key])
  return followed
}

/** Hear every payload of a topic that is more than one row, such as a list. Returns as useTopic does. */
export function useTopicEvents<D>(topic: string | null, onData: (data: D) => void): boolean {
  const [followed, setFollowed] = useState(false)
  const receive = useEffectEvent((data: unknown) => onData(data as D))
  useEffect(() => {
    if (topic === null) return
    const leave = liveLink.watch(topic, undefined, {
      held: () => null,
      receive: (data) => receive(data),
      followed: setFollowed,
    })
    return () => {
      setFollowed(false)
      leave()
    }
  }, [topic])
  return followed
}
