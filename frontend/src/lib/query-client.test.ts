import { expect, test } from "vitest"
import { ApiError } from "./api"
import { queryClient } from "./query-client"

test("queries are retried once, refetched on reconnect, not on focus", () => {
  const { retry, refetchOnWindowFocus, refetchOnReconnect } = queryClient.getDefaultOptions().queries ?? {}
  const down = new ApiError("", "INTERNAL", 500)
  const again = (failures: number, error: Error) => typeof retry === "function" && retry(failures, error)

  expect([again(0, down), again(1, down)]).toEqual([true, false])
  expect(again(0, new ApiError("", "NETWORK", 0))).toBe(true)
  expect(again(0, new ApiError("", "TIMEOUT", 0))).toBe(false)
  expect(again(0, new ApiError("", "FORBIDDEN", 403))).toBe(false)
  expect(refetchOnWindowFocus).toBe(false)
  expect(refetchOnReconnect).toBe(true)
})
