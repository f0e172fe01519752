import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { inTurn, photoForm } from "./upload"

beforeEach(() => void vi.useFakeTimers())
afterEach(async () => {
  // The queue is one for the whole page: let it come to rest.
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

/** A server that gives these answers, the last one from then on, and notes when it was asked. */
function serverOf(...statuses: number[]) {
  const started = Date.now()
  const asked: number[] = []
  const send = async () => {
    asked.push(Date.now() - started)
    return new Response("", { status: statuses[Math.min(asked.length, statuses.length) - 1] })
  }
  return { asked, send }
}

test("uploads are sent one after the other, a second apart", async () => {
  const { asked, send } = serverOf(200)
  const slow = async () => {
    const answer = await send()
    await new Promise((resolve) => setTimeout(resolve, 300))
    return answer
  }

  const all = Promise.all([inTurn(slow), inTurn(slow), inTurn(slow)])
  await vi.runAllTimersAsync()

  expect((await all).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(asked).toEqual([0, 1_300, 2_600])
})

test.each([429, 503])("an upload refused with %i is retried with back-off", async (status) => {
  const { asked, send } = serverOf(status, status, status, 201)

  const answer = inTurn(send)
  await vi.runAllTimersAsync()

  expect((await answer).status).toBe(201)
  expect(asked).toEqual([0, 2_000, 6_000, 14_000])
})

test("after three retries the error is returned", async () => {
  const { asked, send } = serverOf(429)

  const answer = inTurn(send)
  await vi.runAllTimersAsync()

  expect((await answer).status).toBe(429)
  expect(asked).toHaveLength(4)
})

test.each([200, 401, 413, 422, 500])("a response of %i is not retried", async (status) => {
  const { asked, send } = serverOf(status)

  const answer = inTurn(send)
  await vi.runAllTimersAsync()

  expect((await answer).status).toBe(status)
  expect(asked).toHaveLength(1)
})

test("a failed upload does not block the next", async () => {
  const { asked, send } = serverOf(200)

  const lost = inTurn(() => Promise.reject(new TypeError("no answer")))
  const lostSaid = expect(lost).rejects.toThrow("no answer")
  const next = inTurn(send)
  await vi.runAllTimersAsync()

  await lostSaid
  expect((await next).status).toBe(200)
  expect(asked).toEqual([1_000])
})

test("a form contains its fields, a list once per item, and the photos", () => {
  const photo = new File(["report"], "report.png", { type: "image/png" })

  const form = photoForm({ items: ["1:2", "2:1"], rating: 5, text: "" }, [photo], () => {}).bodySerializer()

  expect([...form.entries()]).toEqual([
    ["items", "1:2"],
    ["items", "2:1"],
    ["rating", "5"],
    ["text", ""],
    ["photos", photo],
  ])
})
