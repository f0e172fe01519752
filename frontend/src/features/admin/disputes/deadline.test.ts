import { expect, test } from "vitest"
import { deadlineOf } from "./deadline"

const now = Date.parse("2026-11-27T10:00:00Z")

test.each([
  ["2026-12-05T11:00:00Z", "neutral", "days", 8],
  ["2026-11-29T11:00:00Z", "warning", "days", 2],
  ["2026-11-28T11:00:00Z", "warning", "hours", 25],
  ["2026-11-27T10:30:00Z", "danger", "hours", 1],
  ["2026-11-27T10:00:00Z", "danger", "over", 0],
])("until %s there are %s %s: %i", (respondBy, tone, unit, count) => {
  expect(deadlineOf(respondBy, now)).toEqual({ tone, unit, count })
})
