import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { AccessTokenStore, type Granted } from "./access-token"

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A session whose exchange answers a1, a2, … as soon as it is let. */
function session() {
  let asked = 0
  const waiting: (() => void)[] = []
  const access = new AccessTokenStore(
    () =>
      new Promise<Granted>((resolve) => {
        asked += 1
        const token = `a${asked}`
        waiting.push(() => resolve({ token, expiresIn: 900 }))
      }),
  )
  const answer = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  return { access, answer, asked: () => asked }
}

const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000)

test("concurrent calls share one token request", async () => {
  const { access, answer, asked } = session()

  const tokens = Promise.all([1, 2, 3, 4].map(() => access.token()))
  answer()

  expect(await tokens).toEqual(["a1", "a1", "a1", "a1"])
  expect(await access.token()).toBe("a1")
  expect(asked()).toBe(1)
})

test("a token is renewed before it expires, and only when a call needs one", async () => {
  const { access, answer, asked } = session()
  access.begin({ token: "first", expiresIn: 900 })

  minutes(14)
  expect(await access.token()).toBe("first")
  minutes(1)
  expect(asked()).toBe(0)
  const renewed = access.token()
  answer()
  expect(await renewed).toBe("a1")
})

test("parallel rejections of one token lead to one token request", async () => {
  const { access, answer, asked } = session()
  access.begin({ token: "first", expiresIn: 900 })

  const renewed = Promise.all([1, 2, 3].map(() => access.renewed("first")))
  answer()

  expect(await renewed).toEqual(["a1", "a1", "a1"])
  expect(await access.renewed("first")).toBe("a1")
  expect(asked()).toBe(1)
})

test("a call of an earlier session is not retried in the next one", async () => {
  const { access, asked } = session()
  access.begin({ token: "asha", expiresIn: 900 })
  access.begin({ token: "meera", expiresIn: 900 })

  expect(await access.renewed("asha")).toBeNull()
  expect(await access.token()).toBe("meera")
  expect(asked()).toBe(0)
})

test("a token request that ends after another login is discarded", async () => {
  const { access, answer } = session()
  const late = access.token()

  access.begin({ token: "meera", expiresIn: 900 })
  answer()

  expect(await late).toBeNull()
  expect(await access.token()).toBe("meera")
  expect(access.isOurs("a1")).toBe(false)
})

test("a failed token request is retried at the next call", async () => {
  let works = false
  const access = new AccessTokenStore(async () => {
    if (!works) throw new Error("no answer")
    return { token: "a", expiresIn: 900 }
  })
  await expect(access.token()).rejects.toThrow("no answer")

  works = true

  expect(await access.token()).toBe("a")
})

test("an ended session has no token", async () => {
  const access = new AccessTokenStore(async () => null)
  access.begin({ token: "first", expiresIn: 900 })

  expect(await access.renewed("first")).toBeNull()
})
