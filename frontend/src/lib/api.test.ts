import { createChallenge, verifySolution } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2"
import { afterEach, expect, test } from "vitest"
import { ApiError, api, connectApi, noteToken, unwrap } from "./api"

const heard: string[] = []
connectApi({
  renewed: async (token) => {
    heard.push(`refused ${token}`)
    return null
  },
  rateLimited: (seconds, message) => heard.push(`wait ${seconds}: ${message}`),
  secondFactorNeeded: (token) => heard.push(`second factor ${token}`),
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

test("a success returns its data", async () => {
  const answer = {
    data: { success: true as const, message: "", data: { total: 3 } },
    response: new Response(),
  }

  expect(await unwrap(Promise.resolve(answer))).toEqual({ total: 3 })
})

test("an error carries all fields of the server's response", async () => {
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

test("a response of another server is UNREADABLE", async () => {
  const error = await failureOf(unwrap(refusal(502, "<html>Bad gateway</html>")))

  expect(error).toMatchObject({ code: "UNREADABLE", status: 502, message: "" })
})

test("no response is a network error", async () => {
  const error = await failureOf(unwrap(Promise.reject(new TypeError("Failed to fetch"))))

  expect(error).toMatchObject({ code: "NETWORK", status: 0 })
})

test("a time-out is an error of its own, our own abort is none", async () => {
  const timeout = new DOMException("too slow", "TimeoutError")
  const abort = new DOMException("left the page", "AbortError")

  expect((await failureOf(unwrap(Promise.reject(timeout)))).code).toBe("TIMEOUT")
  await expect(unwrap(Promise.reject(abort))).rejects.toBe(abort)
})

test("a rate limit has the seconds of the body, of the header, or a minute", async () => {
  const body = { success: false, message: "Slower", code: "RATE_LIMITED" }

  await failureOf(unwrap(refusal(429, { ...body, retryAfter: 12 }, { "Retry-After": "30" })))
  await failureOf(unwrap(refusal(429, body, { "Retry-After": "30" })))
  await failureOf(unwrap(refusal(429, body)))

  expect(heard).toEqual(["wait 12: Slower", "wait 30: Slower", "wait 60: Slower"])
})

test("only a rejected token ends the session, not a wrong code or a missing login", async () => {
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

const answerOf = (status: number, code: string) =>
  new Response(JSON.stringify({ success: status === 200, code, message: "", data: {} }), {
    status,
    headers: { "Content-Type": "application/json" },
  })

/** Let `server` answer what is sent meanwhile. */
async function withServer(server: (request: Request) => Promise<Response>, work: () => Promise<unknown>) {
  const own = globalThis.fetch
  globalThis.fetch = async (request) => {
    if (!(request instanceof Request)) throw new Error("no request")
    return server(request)
  }
  try {
    await work()
  } finally {
    globalThis.fetch = own
  }
}

const sendSomething = () =>
  unwrap(
    api.POST("/api/auth/send-otp", {
      baseUrl: "http://shop.example",
      body: { email: "a@example.com" },
      headers: { "Idempotency-Key": "one" },
    }),
  )

test("a call with an expired access token is retried once, unchanged, with a new one", async () => {
  const sent: string[] = []
  let good = "Bearer new"
  const server = async (request: Request) => {
    const token = request.headers.get("Authorization")
    sent.push(`${token} ${request.headers.get("Idempotency-Key")} ${await request.text()}`)
    return token === good ? answerOf(200, "") : answerOf(401, "TOKEN_REFUSED")
  }
  connectApi({ token: async () => "old", renewed: async () => "new" })

  await withServer(server, sendSomething)
  expect(sent).toEqual(["old", "new"].map((token) => `Bearer ${token} one {"email":"a@example.com"}`))

  good = "none"
  await withServer(server, async () => expect((await failureOf(sendSomething())).code).toBe("TOKEN_REFUSED"))
  expect(sent).toHaveLength(4)
  connectApi({ token: async () => null, renewed: async () => null })
})

test("a call is not sent as a guest when the token request fails", async () => {
  const failure = new ApiError("", "NETWORK", 0)
  connectApi({ token: () => Promise.reject(failure) })

  await withServer(
    async () => answerOf(200, ""),
    () => expect(sendSomething()).rejects.toBe(failure),
  )
  connectApi({ token: async () => null })
})

test("a call that needs reauthentication is retried, unchanged, after it", async () => {
  const sent: string[] = []
  const answers = [answerOf(403, "REAUTHENTICATION_REQUIRED"), answerOf(200, "")]
  const server = async (request: Request) => {
    sent.push(`${request.headers.get("Idempotency-Key")} ${await request.text()}`)
    return answers.shift() ?? new Response(null, { status: 500 })
  }
  connectApi({ reauthenticate: async () => true })

  await withServer(server, sendSomething)

  connectApi({ reauthenticate: async () => false })
  expect(sent).toEqual(Array(2).fill('one {"email":"a@example.com"}'))
})

test("a call that needs a proof of work is repeated once, unchanged, with the solution", async () => {
  const secrets = { hmacSignatureSecret: "a", hmacKeySignatureSecret: "b" }
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: 10,
    counter: 20,
    deriveKey,
    ...secrets,
  })
  const refusal = { success: false, code: "WORK_REQUIRED", message: "Again", data: { challenge } }
  const solutions: string[] = []
  let isGood = true
  const server = async (request: Request) => {
    const solution = request.headers.get("X-Proof-Of-Work")
    if (solution === null || !isGood) return Response.json(refusal, { status: 428 })
    solutions.push(solution, await request.text())
    return answerOf(200, "")
  }

  await withServer(server, sendSomething)
  isGood = false
  await withServer(server, async () => expect((await failureOf(sendSomething())).code).toBe("WORK_REQUIRED"))

  const [solution = "", body] = solutions
  const payload = JSON.parse(atob(solution))
  expect(await verifySolution({ ...payload, deriveKey, ...secrets })).toMatchObject({ verified: true })
  expect(body).toBe('{"email":"a@example.com"}')
  expect(solutions).toHaveLength(2)
})

test("a token without its second factor is reported to the session", async () => {
  const request = new Request("http://shop.example", { headers: { Authorization: "Bearer half" } })
  const response = new Response(null, { status: 403 })
  noteToken(request, response)

  const error = { success: false, code: "SECOND_FACTOR_REQUIRED", message: "" }
  await failureOf(unwrap(Promise.resolve({ error, response })))

  expect(heard).toEqual(["second factor half"])
})
