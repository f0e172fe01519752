import { expect, test } from "vitest"
import { isUpiId } from "./upi-id"

test.each(["asha@okbank", "9876543210@upi", "asha.rao-1@ybl", "as@a.b"])("%s can be paid to", (text) => {
  expect(isUpiId(text)).toBe(true)
})

test.each(["", "asha", "asha@", "@okbank", "a@upi", "asha rao@upi", "asha@1bank", "asha@b", "आशा@upi"])(
  "%s cannot be paid to",
  (text) => {
    expect(isUpiId(text)).toBe(false)
  },
)
