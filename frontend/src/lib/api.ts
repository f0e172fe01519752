import createClient, { type Middleware } from "openapi-fetch"
import { storedLanguage } from "./language"
import type { components, paths } from "./schema.gen"

export type Schemas = components["schemas"]
export type ErrorCode = Schemas["ErrorCode"]

const TIMEOUT_MS = 30_000
const DEFAULT_WAIT_SECONDS = 60

/** NETWORK: no answer at all. UNREADABLE: an answer that is not ours, such as a proxy's error page. */
type LocalCode = "NETWORK" | "UNREADABLE"

/** A call that did not succeed; `message` is fit to be shown, in the language of the shopper when it has one. */
export class ApiError extends Error {
  override name = "ApiError"

  constructor(
    message: string,
    readonly code: ErrorCode | LocalCode,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** Messages by field, `customerInfo.email` for nested ones. */
    readonly errors: Record<string, string> = {},
    /** What the server sent along to go on with, such as the fresh quote beside PRICE_CHANGED. */
    readonly data: unknown = null,
    /** Seconds to wait, beside RATE_LIMITED. */
    readonly retryAfter: number | null = null,
    /** The number that the server's log has too. */
    readonly reference: string | null = null,
  ) {
    super(message)
  }
}

type Hooks = {
  token: () => string | null
  /** The token we sent is no longer good; by now there may be another one. */
  tokenRefused: (token: string) => void
  rateLimited: (seconds: number) => void
}

let hooks: Hooks = { token: () => localStorage.getItem("token"), tokenRefused() {}, rateLimited() {} }

/** Tell the client about the stores above it; called once, when the application starts. */
export function connectApi(given: Partial<Hooks>) {
  hooks = { ...hooks, ...given }
}

const sentTokens = new WeakMap<Response, string>()

/** Note which token an answer is about: by the time it is read there may be another session. */
export function noteToken(request: Request, response: Response) {
  const token = request.headers.get("Authorization")?.replace(/^Bearer /, "")
  if (token) sentTokens.set(response, token)
}

const headers: Middleware = {
  onRequest({ request }) {
    const token = hooks.token()
    if (token) request.headers.set("Authorization", `Bearer ${token}`)
    request.headers.set("Accept-Language", storedLanguage())
    return request
  },
  onResponse: ({ request, response }) => noteToken(request, response),
}

export const api = createClient<paths>({
  // Each call ends by itself when nothing answers.
  fetch: (request: Request) =>
    globalThis.fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) }),
})
api.use(headers)

// Optional only in the types: the schema generator writes every field with a default so.
type Envelope<T> = { success?: true; message?: string; data: T }
type Answer<T> = { data?: Envelope<T>; error?: unknown; response: Response }

/** Wait for a call and return the `data` of its envelope; everything else is an ApiError. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  return (await unwrapWithMessage(call)).data
}

/** Like unwrap, for callers that show the server's message too. */
export async function unwrapWithMessage<T>(call: Promise<Answer<T>>): Promise<Envelope<T>> {
  let answer: Answer<T>
  try {
    answer = await call
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error
    if (error instanceof SyntaxError) throw new ApiError("", "UNREADABLE", 0)
    throw new ApiError("", "NETWORK", 0)
  }
  const { data, error, response } = answer
  if (data?.success) return data
  const failure = failureOf(error, response)
  const token = sentTokens.get(response)
  if (failure.code === "TOKEN_REFUSED" && token) hooks.tokenRefused(token)
  if (failure.status === 429) hooks.rateLimited(failure.retryAfter ?? DEFAULT_WAIT_SECONDS)
  throw failure
}

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

/** Make the key of one intent: kept over retries of the same body, renewed when the body changes. */
export const newIdempotencyKey = () => crypto.randomUUID()
