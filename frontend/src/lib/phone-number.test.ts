import { describe, expect, it } from "vitest"
import { optionalPhone, phone } from "./person-fields"
// The server's rule is held against the same table (tests/core/test_phone_numbers.py).
import table from "./phone-numbers.test.json"

const read = (typed: string) => {
  const results = [phone, optionalPhone].map((field) => field.safeParse(typed))
  return results.map((result) => result.data ?? result.error?.issues[0]?.message)
}

describe("a phone number", () => {
  it.each(table.taken)("is read however it is typed: %s", (typed) => {
    expect(read(typed)).toEqual(["9876543210", "9876543210"])
  })

  it.each(table.malformed)("has ten digits: not %s", (typed) => {
    expect(read(typed)).toEqual(["phone", "phone"])
  })

  it.each(table.not_mobile)("begins as a mobile number does: not %s", (typed) => {
    expect(read(typed)).toEqual(["phoneMobile", "phoneMobile"])
  })
})
