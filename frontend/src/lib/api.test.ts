import { afterEach, expect, test } from "vitest"
import { ApiError, connectApi, noteToken, unwrap } from "./api"

const heard: string[] = []
connectApi({
  tokenRefused: (token) => heard.push(`refused ${token}`),
  rateLimited: (seconds) => heard.push(`wait ${seconds}`),
})
afterEach(() => {
  heard.length = 0
})

/** What openapi-fetch resolves to when the server refuses. */
const refusal = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Promise.resolve({ error: body, response: new Response(null, { status, headers }) })

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`no ApiError but ${error}`)
  return error
}

test("a success is its data", async () => {
  const answer = {
    data: { success: true as const, message: "", data: { total: 3 } },
    response: new Response(),
  }

  expect(await unwrap(Promise.resolve(answer))).toEqual({ total: 3 })
})

test("a refusal carries everything the server said", async () => {
  const body = {
    success: false,
    message: "The price has changed.",
    code: "PRICE_CHANGED",
    errors: { amount: "changed" },
    data: { totalAmount: 450 },
    reference: "A1B2C3D4",
  }

  const error = await failureOf(unwrap(refusal(409, body)))

  expect(error).toMatchObject({
    message: "The price has changed.",
    code: "PRICE_CHANGED",
    status: 409,
    errors: { amount: "changed" },
    data: { totalAmount: 450 },
    reference: "A1B2C3D4",
  })
})

test("an answer that is not ours is unreadable, not understood", async () => {
  const error = await failureOf(unwrap(refusal(502, "<html>Bad gateway</html>")))

  expect(error).toMatchObject({ code: "UNREADABLE", status: 502, message: "" })
})

test("no answer at all is a network error", async () => {
  const error = await failureOf(unwrap(Promise.reject(new TypeError("Failed to fetch"))))

  expect(error).toMatchObject({ code: "NETWORK", status: 0 })
})

test("a time-out is a network error, our own abort is not", async () => {
  const timeout = new DOMException("too slow", "TimeoutError")
  const abort = new DOMException("left the page", "AbortError")

  expect((await failureOf(unwrap(Promise.reject(timeout)))).code).toBe("NETWORK")
  await expect(unwrap(Promise.reject(abort))).rejects.toBe(abort)
})

test("the rate limit is told with the seconds of the body, of the header, or a minute", async () => {
  const body = { success: false, message: "", code: "RATE_LIMITED" }

  await failureOf(unwrap(refusal(429, { ...body, retryAfter: 12 }, { "Retry-After": "30" })))
  await failureOf(unwrap(refusal(429, body, { "Retry-After": "30" })))
  await failureOf(unwrap(refusal(429, body)))

  expect(heard).toEqual(["wait 12", "wait 30", "wait 60"])
})

test("only a refused token ends the session, not a wrong code or a missing login", async () => {
  const answer = (code: string) => {
    const response = new Response(null, { status: 401 })
    noteToken(new Request("http://shop.example/", { headers: { Authorization: "Bearer old" } }), response)
    return Promise.resolve({ error: { success: false, message: "", code }, response })
  }

  await failureOf(unwrap(answer("CODE_WRONG")))
  await failureOf(unwrap(answer("UNAUTHENTICATED")))
  await failureOf(unwrap(refusal(401, { success: false, message: "", code: "TOKEN_REFUSED" })))
  expect(heard).toEqual([])

  await failureOf(unwrap(answer("TOKEN_REFUSED")))
  expect(heard).toEqual(["refused old"])
})
