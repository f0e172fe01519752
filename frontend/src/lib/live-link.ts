import { io, type Socket } from "socket.io-client"
import { storedLanguage } from "./language"

/* Loaded together with socket.io-client when the first topic is watched; pages use ./live. */

/** Status of the page's connection: `connecting` until it was up once, `offline` after it has been down for a while. */
export type LinkStatus = "connecting" | "live" | "reconnecting" | "offline"

export type Watcher = {
  /** The cached version; null when nothing is cached. */
  held: () => number | null
  receive: (data: unknown, version: number) => void
  /** Called with true when the topic is subscribed, so that changes are pushed. */
  followed: (yes: boolean) => void
  /** The right to watch has ended: refetch by REST what may still be seen. */
  ended: () => void
}

export type LiveHooks = {
  /** The access token to connect with; null for guests. */
  token: () => Promise<string | null>
  /** The server rejected the token: without another one, continue as a guest. */
  tokenRefused: (token: string) => void
}

type State = { topic: string; version: number; data: unknown }
type Answer = ({ ok: true } & State) | { ok: true; same: true } | { ok: false; code: string }

type Topic = { name: string; key: string | undefined; watchers: Set<Watcher>; subscribed: boolean }

const ANSWER_TIMEOUT_MS = 10_000
const OFFLINE_AFTER_MS = 15_000
const IDLE_MS = 30_000
const SUBSCRIBE_PAUSE_MS = 10_000
/** Attempts before an outage is no longer taken for a restart: about half a minute. */
const RESTART_ATTEMPTS = 15
/** Back-off after the server refused or closed the connection; each refusal takes the next one. */
const REFUSED_WAITS_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000] as const

/** Add ±30 % jitter, so that a thousand pages do not reconnect in the same moment. */
export const spread = (ms: number, chance = Math.random()) => Math.round(ms * (0.7 + 0.6 * chance))

/** Back-off before the n-th (from 0) attempt after a refusal, without jitter. */
export const refusedWait = (refusals: number) =>
  REFUSED_WAITS_MS[Math.min(refusals, REFUSED_WAITS_MS.length - 1)] ?? 30_000

/**
 * The maximum back-off while the server is unreachable: short at first, as a restart takes seconds, longer after half
 * a minute.
 */
export const retryMax = (attempts: number) => (attempts < RESTART_ATTEMPTS ? 2_000 : 10_000)

/** The status of a connection that is down: "reconnecting" only if it was up before; "offline" stays until it is up. */
export function downStatus(before: LinkStatus, onLine: boolean): LinkStatus {
  if (!onLine || before === "offline") return "offline"
  return before === "connecting" ? "connecting" : "reconnecting"
}

/**
 * The page's one connection for live topics. It opens with the first watched topic and closes some time after the last
 * one is left. A push carries the state, so a lost or repeated one does no harm: on every reconnect each topic is
 * subscribed again with the version held.
 */
export class LiveLink {
  private socket: Socket | null = null
  private topics = new Map<string, Topic>()
  private status: LinkStatus = "connecting"
  private refusals = 0
  /** The server is there and cannot read the database: nothing is live. */
  private databaseAway = false
  private sentToken: string | null = null
  private reconnectTimer: number | undefined
  private offlineTimer: number | undefined
  private idleTimer: number | undefined

  constructor(
    private readonly hooks: LiveHooks,
    private readonly onStatus: (status: LinkStatus) => void,
  ) {}

  watch(name: string, key: string | undefined, watcher: Watcher): () => void {
    const topic = this.topics.get(name) ?? { name, key, watchers: new Set(), subscribed: false }
    this.topics.set(name, topic)
    topic.key = key ?? topic.key
    topic.watchers.add(watcher)
    window.clearTimeout(this.idleTimer)
    if (this.socket?.connected) this.subscribe(topic)
    else this.open()
    return () => this.leave(topic, watcher)
  }

  /** Connect ahead of the first topic, so that the handshake overlaps with the first answer. */
  warmUp() {
    this.open()
    this.closeWhenIdle()
  }

  /** Reconnect after a change of session or language: both are fixed when connecting. */
  authenticate() {
    if (!this.socket) return
    this.refusals = 0
    this.reconnectIn(0)
  }

  private leave(topic: Topic, watcher: Watcher) {
    topic.watchers.delete(watcher)
    if (topic.watchers.size > 0 || this.topics.get(topic.name) !== topic) return
    this.topics.delete(topic.name)
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
      // Closed on purpose: the next topic starts as "connecting", not as "offline".
      window.clearTimeout(this.offlineTimer)
      this.offlineTimer = undefined
      this.tell("connecting")
    }, IDLE_MS)
  }

  private open() {
    if (this.socket) {
      if (!this.socket.active && this.reconnectTimer === undefined) this.socket.connect()
      return
    }
    const socket = io({
      transports: ["websocket"],
      auth: (send) => void this.introduce(send),
      reconnectionDelay: 500,
      reconnectionDelayMax: retryMax(0),
      randomizationFactor: 0.5,
      timeout: 10_000,
    })
    this.socket = socket
    socket.io.on("reconnect_attempt", (attempt) => socket.io.reconnectionDelayMax(retryMax(attempt)))
    this.down()
    socket.on("connect", () => {
      // While it is away the server says so next.
      this.databaseAway = false
      this.up()
    })
    socket.on("disconnect", (reason) => {
      this.down()
      // The library reconnects by itself unless the server closed the connection; our own closing has its timer.
      if (reason === "io server disconnect") this.reconnectAfterRefusal()
    })
    socket.on("connect_error", (error) => this.failed(error))
    socket.on("changed", (state: State) => this.deliver(state))
    socket.on("ended", ({ topic }: { topic: string }) => this.ended(topic))
    socket.on("database", ({ away }: { away: boolean }) => this.database(away))
    socket.on("bye", ({ reconnectIn }: { reconnectIn: number }) => this.reconnectIn(reconnectIn))
    window.addEventListener("offline", () => this.tell("offline"))
    window.addEventListener("online", () => {
      // The socket may survive a short loss of the network.
      if (!socket.connected) {
        if (this.topics.size > 0) this.reconnectIn(0)
      } else if (!this.databaseAway) this.up()
    })
  }

  /** Send token and language; retry later when the token cannot be fetched. */
  private async introduce(send: (auth: object) => void) {
    try {
      this.sentToken = await this.hooks.token()
    } catch {
      this.reconnectAfterRefusal()
      return
    }
    send({ token: this.sentToken ?? undefined, language: storedLanguage() })
  }

  private up() {
    this.refusals = 0
    this.live()
    for (const topic of this.topics.values()) this.subscribe(topic)
  }

  private live() {
    window.clearTimeout(this.offlineTimer)
    this.offlineTimer = undefined
    this.tell("live")
  }

  private down() {
    for (const topic of this.topics.values()) topic.subscribed = false
    this.notLive()
  }

  private notLive() {
    for (const topic of this.topics.values()) for (const watcher of topic.watchers) watcher.followed(false)
    this.tell(downStatus(this.status, navigator.onLine))
    this.offlineTimer ??= window.setTimeout(() => this.tell("offline"), OFFLINE_AFTER_MS)
  }

  /** Subscriptions outlive an outage of the database: the server pushes what was missed. */
  private database(away: boolean) {
    this.databaseAway = away
    if (away) return this.notLive()
    this.live()
    for (const topic of this.topics.values())
      if (topic.subscribed) for (const watcher of topic.watchers) watcher.followed(true)
  }

  private failed(error: Error & { data?: { code?: string } }) {
    if (!this.socket || this.socket.active) return
    // A CONNECT_ERROR of the server, not a network error: the library stops retrying then.
    if (error.data?.code === "TOKEN_REFUSED" && this.sentToken) this.hooks.tokenRefused(this.sentToken)
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

  private tell(status: LinkStatus) {
    if (this.status === status) return
    this.status = status
    this.onStatus(status)
  }

  private subscribe(topic: Topic) {
    const socket = this.socket
    const versions = [...topic.watchers].map((watcher) => watcher.held())
    const known = versions.filter((version) => version !== null)
    // The oldest version held decides; a watcher without data needs the whole state.
    const version = known.length === versions.length && known.length > 0 ? Math.min(...known) : undefined
    socket
      ?.timeout(ANSWER_TIMEOUT_MS)
      .emit(
        "subscribe",
        { topic: topic.name, version, key: topic.key },
        (lost: Error | null, answer: Answer) => {
          if (this.topics.get(topic.name) !== topic || !socket.connected) return
          if (lost) {
            // Connected but silent: reconnect.
            this.reconnectAfterRefusal()
          } else if (!answer.ok) {
            topic.subscribed = false
            for (const watcher of topic.watchers) watcher.followed(false)
            if (answer.code === "RATE_LIMITED" || answer.code === "TRY_LATER") {
              window.setTimeout(() => {
                if (this.topics.get(topic.name) === topic && socket.connected) this.subscribe(topic)
              }, spread(SUBSCRIBE_PAUSE_MS))
            }
          } else {
            topic.subscribed = true
            for (const watcher of topic.watchers) watcher.followed(!this.databaseAway)
            if (!("same" in answer)) this.deliver(answer)
          }
        },
      )
  }

  /** The right to a topic has ended, such as a verified address that expired: refetch and subscribe again. */
  private ended(name: string) {
    const topic = this.topics.get(name)
    if (!topic) return
    topic.subscribed = false
    for (const watcher of topic.watchers) {
      watcher.followed(false)
      watcher.ended()
    }
    this.subscribe(topic)
  }

  private deliver({ topic, version, data }: State) {
    for (const watcher of this.topics.get(topic)?.watchers ?? []) watcher.receive(data, version)
  }
}
