import { expect, test } from "vitest"
import { renewAfter } from "./ways"

test.each([
  ["live", false],
  ["connecting", 30_000],
  ["reconnecting", 30_000],
  ["offline", 30_000],
] as const)("with the link %s the ways to pay are asked about again after %s", (link, wait) => {
  expect(renewAfter(link)).toBe(wait)
})
