import createClient, { type Middleware } from "openapi-fetch"
import { recordBuild } from "./build-version"
import { recordServerTime } from "./clock"
import { storedLanguage } from "./language"
import { loadCode } from "./load-code"
import { randomId } from "./random-id"
import type { components, paths } from "./schema.gen"
import { browserStorage } from "./storage"
import { isUserActive } from "./user-activity"

export type Schemas = components["schemas"]
export type ErrorCode = Schemas["ErrorCode"]

const TIMEOUT_MS = 30_000
/** A read must be answered sooner: until then the page shows neither its content nor an error. */
const READ_TIMEOUT_MS = 8_000
/** Reads of which the server writes a file first. */
const DOWNLOADS = /\.(csv|pdf)$|^\/api\/auth\/data$/
const DEFAULT_WAIT_SECONDS = 60

/** In local storage: what tells this browser from others in a product's waitlist, once it has joined one. */
export const WAITLIST_TOKEN = "waitlistToken"
/** The calls whose answer depends on the pieces that a product's waitlist offers to this browser. */
const OFFERS_COUNT = /^\/api\/(cart|orders|phonepe|waitlist)\b/

/** NETWORK: no answer at all. TIMEOUT: none in time. UNREADABLE: an answer that is not ours, such as a proxy's error page. */
type LocalCode = "NETWORK" | "TIMEOUT" | "UNREADABLE"

/** A failed call; `message` can be shown, in the reader's language if the server sent one. */
export class ApiError extends Error {
  override name = "ApiError"

  constructor(
    message: string,
    readonly code: ErrorCode | LocalCode,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** Messages by field, `customerInfo.email` for nested ones. */
    readonly errors: Record<string, string> = {},
    /** Data to continue with, such as the new quote with PRICE_CHANGED. */
    readonly data: unknown = null,
    /** Seconds to wait, with RATE_LIMITED. */
    readonly retryAfter: number | null = null,
    /** Reference number of the server's log entry. */
    readonly reference: string | null = null,
  ) {
    super(message)
  }
}

/** Return true when the resource does not exist (404) or no longer does (410). */
export const isMissing = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.status === 410)

type Hooks = {
  /** The access token to call with, requested first when there is no valid one; null for guests. */
  token: () => Promise<string | null>
  /** A replacement for a rejected token, of the same session; null when the session has ended. */
  renewed: (token: string) => Promise<string | null>
  rateLimited: (seconds: number, message: string) => void
  /** The server demands a second factor of this staff member before any other call. */
  secondFactorNeeded: (token: string) => void
  /** The server demands a fresh second factor for this call; returns true when it was given. The call is then retried. */
  reauthenticate: () => Promise<boolean>
}

let hooks: Hooks = {
  token: async () => null,
  renewed: async () => null,
  rateLimited() {},
  secondFactorNeeded() {},
  reauthenticate: async () => false,
}

/** Connect the client to the stores; called once at start. */
export function connectApi(given: Partial<Hooks>) {
  hooks = { ...hooks, ...given }
}

const sentTokens = new WeakMap<Response, string>()

const tokenOf = (request: Request) => request.headers.get("Authorization")?.replace(/^Bearer /, "")

/** Remember which token a response belongs to: the session may have changed when it is read. */
export function noteToken(request: Request, response: Response) {
  const token = tokenOf(request)
  if (token) sentTokens.set(response, token)
}

const headers: Middleware = {
  async onRequest({ request, schemaPath }) {
    // The session endpoint authenticates by cookie.
    const token = schemaPath === "/api/auth/session" ? null : await hooks.token()
    if (token) request.headers.set("Authorization", `Bearer ${token}`)
    if (!isUserActive()) request.headers.set("X-Unattended", "1")
    request.headers.set("Accept-Language", storedLanguage())
    const waiting = OFFERS_COUNT.test(schemaPath) && browserStorage.getItem(WAITLIST_TOKEN)
    if (waiting) request.headers.set("X-Waitlist-Token", waiting)
    return request
  },
  onResponse({ request, response }) {
    noteToken(request, response)
    if (import.meta.env.SSR) return
    recordBuild(response)
    recordServerTime(response.headers.get("X-Answered-At"))
  },
}

/** Return true when every page waits for this call: the reads, and the exchange of the token that they are sent with. */
function isRead({ method, url }: Request): boolean {
  const { pathname } = new URL(url)
  return method === "GET" ? !DOWNLOADS.test(pathname) : pathname === "/api/auth/session" && method === "POST"
}

/** Send with a time limit; a large answer that has begun to arrive keeps the long one. */
function send(request: Request) {
  // Not AbortSignal.any: Safari has it from 17.4.
  const ended = new AbortController()
  for (const signal of [request.signal, AbortSignal.timeout(TIMEOUT_MS)])
    signal.addEventListener("abort", () => ended.abort(signal.reason), { once: true })
  if (request.signal.aborted) ended.abort(request.signal.reason)
  const late = () => ended.abort(new DOMException("no answer in time", "TimeoutError"))
  const limit = isRead(request) ? setTimeout(late, READ_TIMEOUT_MS) : undefined
  return globalThis.fetch(request, { signal: ended.signal }).finally(() => clearTimeout(limit))
}

/** Send a call, and retry it after reauthentication if the server demands a fresh second factor. */
async function sendProven(request: Request): Promise<Response> {
  // Reads never demand one.
  if (request.method === "GET") return sendRenewed(request)
  const again = request.clone()
  const answer = await sendRenewed(request)
  const isRefused = answer.status === 403 && (await codeOf(answer)) === "REAUTHENTICATION_REQUIRED"
  if (!isRefused || !(await hooks.reauthenticate())) return answer
  // The proof has replaced the token.
  const token = await hooks.token()
  if (token) again.headers.set("Authorization", `Bearer ${token}`)
  return sendRenewed(again)
}

/** Send a call, and retry it once with a renewed token of the same session if its access token was rejected. */
async function sendRenewed(request: Request): Promise<Response> {
  const again = request.clone()
  const answer = await sendWorked(request)
  const token = tokenOf(request)
  if (!token || answer.status !== 401 || (await codeOf(answer)) !== "TOKEN_REFUSED") return answer
  const renewed = await hooks.renewed(token)
  if (renewed === null) return answer
  again.headers.set("Authorization", `Bearer ${renewed}`)
  return sendWorked(again)
}

/** Send a call, and retry it once with a proof of work if the server demands one. */
async function sendWorked(request: Request): Promise<Response> {
  const again = request.clone()
  const answer = await send(request)
  if (answer.status !== 428) return answer
  const { solve } = await loadCode(() => import("./proof-of-work"))
  const solution = await solve(await answer.clone().json())
  if (solution === null) return answer
  again.headers.set("X-Proof-Of-Work", solution)
  return send(again)
}

async function codeOf(answer: Response): Promise<string | null> {
  const failure: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  return isFailure(failure) ? failure.code : null
}

// On the server fetch needs an absolute URL, any: calls are answered from the data of the page's request.
export const api = createClient<paths>({
  fetch: sendProven,
  ...(import.meta.env.SSR && { baseUrl: "http://shop" }),
})
api.use(headers)

// Optional only in the types: the schema generator marks fields with a default so.
type Envelope<T> = { success?: true; message?: string; data: T }
type Answer<T> = { data?: Envelope<T>; error?: unknown; response: Response }

/** Wait for a call and return the `data` of its envelope; everything else is an ApiError. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  return (await unwrapWithMessage(call)).data
}

/** Like unwrap, and return the server's message as well. */
export async function unwrapWithMessage<T>(call: Promise<Answer<T>>): Promise<Envelope<T>> {
  let answer: Answer<T>
  try {
    answer = await call
  } catch (error) {
    // The call was never sent: the token request before it failed.
    if (error instanceof ApiError) throw error
    if (error instanceof DOMException && error.name === "AbortError") throw error
    if (error instanceof DOMException && error.name === "TimeoutError") throw new ApiError("", "TIMEOUT", 0)
    if (error instanceof SyntaxError) throw new ApiError("", "UNREADABLE", 0)
    throw new ApiError("", "NETWORK", 0)
  }
  const { data, error, response } = answer
  if (data?.success) return data
  const failure = failureOf(error, response)
  const token = sentTokens.get(response)
  // Uploads bypass the client: a 401 ends the session or renews the token there, too.
  if (failure.code === "TOKEN_REFUSED" && token) void hooks.renewed(token).catch(() => {})
  if (isSecondFactorMissing(failure.code) && token) hooks.secondFactorNeeded(token)
  if (failure.status === 429 && failure.code !== "MAILED_ENOUGH")
    hooks.rateLimited(failure.retryAfter ?? DEFAULT_WAIT_SECONDS, failure.message)
  throw failure
}

type ReadPath = {
  [P in keyof paths]: paths[P] extends {
    get: { responses: { 200: { content: { "application/json": { data: unknown } } } } }
  }
    ? P
    : never
}[keyof paths]
type ReadData<P extends ReadPath> = paths[P]["get"]["responses"][200]["content"]["application/json"]["data"]
type GetParameters<P extends ReadPath> = paths[P]["get"]["parameters"]
type ReadParams<P extends ReadPath> = Pick<GetParameters<P>, "path" | "query"> & {
  headers?: Record<string, string>
}
/** A path that needs no parameters. */
type PlainPath = {
  [P in ReadPath]: undefined extends GetParameters<P>["path"] & GetParameters<P>["query"] ? P : never
}[ReadPath]
type QueryFn<T> = (context: { signal: AbortSignal }) => Promise<T>

/** Make the `queryFn` of a GET; it returns the answer's data, or one field of them. */
export function read<P extends PlainPath>(path: P): QueryFn<ReadData<P>>
export function read<P extends ReadPath>(path: P, params: ReadParams<P>): QueryFn<ReadData<P>>
export function read<P extends ReadPath, F extends keyof ReadData<P>>(
  path: P,
  params: ReadParams<P>,
  field: F,
): QueryFn<ReadData<P>[F]>
export function read(
  path: ReadPath,
  { headers, ...params }: { headers?: Record<string, string> } = {},
  field?: string,
): QueryFn<unknown> {
  return async ({ signal }) => {
    const data: Record<string, unknown> = await unwrap(api.GET(path, { params, headers, signal }))
    return field === undefined ? data : data[field]
  }
}

const isSecondFactorMissing = (code: string) =>
  code === "SECOND_FACTOR_REQUIRED" || code === "SECOND_FACTOR_ENROLMENT_REQUIRED"

type FailureBody = Schemas["Failure"]

const isFailure = (body: unknown): body is FailureBody =>
  typeof body === "object" && body !== null && "code" in body && "message" in body

function failureOf(body: unknown, response: Response): ApiError {
  if (!isFailure(body)) return new ApiError("", "UNREADABLE", response.status)
  const header = Number(response.headers.get("Retry-After"))
  return new ApiError(
    body.message,
    body.code,
    response.status,
    body.errors ?? {},
    body.data ?? null,
    body.retryAfter ?? (header > 0 ? header : null),
    body.reference ?? null,
  )
}

/** Make an idempotency key: reused for retries of the same body, renewed when the body changes. */
export const newIdempotencyKey = randomId
