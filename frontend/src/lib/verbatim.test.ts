import { expect, test } from "vitest"
import { verbatim } from "./verbatim"

test.each(["₹1,25,000", "−₹200", "AKS-7F3K2Q", "TXN1", "asha@example.com", "12", "+919876543210"])(
  "%s is not translated",
  (text) => expect(verbatim(text)).toBe("no"),
)

test.each(["Pending", "Cash on delivery", "3 pieces", "", null, undefined])("%s is translated", (text) =>
  expect(verbatim(text)).toBeUndefined(),
)
