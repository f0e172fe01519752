import { beforeEach, expect, test } from "vitest"
import { ApiError } from "./api"
import { closeIntent, once, openIntent } from "./intent"

beforeEach(() => sessionStorage.clear())

const lost = () => Promise.reject(new ApiError("", "NETWORK", 0))
const refused = () => Promise.reject(new ApiError("", "REFUND_CHANGED", 409))
const mismatch = () => Promise.reject(new ApiError("", "IDEMPOTENCY_MISMATCH", 409))
const keyOf = (sent: string[]) => (key: string) => {
  sent.push(key)
  return Promise.resolve(key)
}

test("a lost response keeps key and body until a response arrives", async () => {
  await expect(once("refund:1", lost, "five")).rejects.toThrow()
  const stored = openIntent("refund:1")
  const sent: string[] = []

  await once("refund:1", keyOf(sent), "five")
  await once("refund:1", keyOf(sent), "five")

  expect(stored?.body).toBe("five")
  expect(sent[0]).toBe(stored?.key)
  expect(sent[1]).not.toBe(stored?.key)
  expect(openIntent("refund:1")).toBeNull()
})

test("a 4xx ends the intent, but not while an earlier outcome is unknown", async () => {
  await expect(once("refund:1", refused)).rejects.toThrow()
  expect(openIntent("refund:1")).toBeNull()

  await expect(once("refund:1", lost)).rejects.toThrow()
  const stored = openIntent("refund:1")
  await expect(once("refund:1", refused)).rejects.toThrow()

  expect(openIntent("refund:1")?.key).toBe(stored?.key)
})

test("an idempotency mismatch ends the intent", async () => {
  await expect(once("refund:1", lost)).rejects.toThrow()
  await expect(once("refund:1", mismatch)).rejects.toThrow()

  expect(openIntent("refund:1")).toBeNull()
})

test("intents are separate by name, and invalid storage is ignored", async () => {
  await expect(once("refund:1", lost)).rejects.toThrow()
  sessionStorage.setItem("intent:refund:2", "{}")

  expect(openIntent("refund:2")).toBeNull()
  closeIntent("refund:1")
  expect(openIntent("refund:1")).toBeNull()
})
