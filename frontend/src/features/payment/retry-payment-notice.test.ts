import { expect, test } from "vitest"
import { refetchIntervalFor } from "./retry-payment-notice"

test.each([
  ["live", false],
  ["connecting", 30_000],
  ["reconnecting", 30_000],
  ["offline", 30_000],
] as const)("with the link %s the payment health is fetched again after %s", (link, wait) => {
  expect(refetchIntervalFor(link)).toBe(wait)
})
