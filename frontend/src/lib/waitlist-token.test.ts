import { act, renderHook } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { makeWaitlistToken, useWaitlistToken, waitlistToken } from "./waitlist-token"

beforeEach(() => localStorage.clear())

test("a token is made once, before the first join", () => {
  const hook = renderHook(useWaitlistToken)
  expect(hook.result.current).toBeNull()

  act(makeWaitlistToken)
  const made = waitlistToken()
  act(makeWaitlistToken)

  expect(made).toMatch(/^[0-9a-f]{32}$/)
  expect([waitlistToken(), hook.result.current]).toEqual([made, made])
})
