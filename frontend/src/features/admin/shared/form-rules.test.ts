import { expect, it } from "vitest"
import { bankReference, instantOf, moment, readRupees, rupees } from "./form-rules"

it.each([
  ["500", 500],
  ["499.50", 499.5],
  ["₹1,25,000.05", 125000.05],
  [" 7 ", 7],
])("reads %s as rupees", (typed, amount) => {
  expect(readRupees(typed)).toBe(amount)
  expect(rupees("wrong").parse(typed)).toBe(amount)
})

it.each(["", "0", "-5", "1.005", "five", "1e3", "1.", ".5", "NaN", "12345678901"])(
  "does not read %s as rupees",
  (typed) => {
    expect(readRupees(typed)).toBeNull()
    expect(
      rupees("wrong")
        .safeParse(typed)
        .error?.issues.map(({ message }) => message),
    ).toEqual(["wrong"])
  },
)

it.each([
  ["", []],
  ["2026-11-21", []],
  ["2026-11-21T10:30", []],
  ["31/31", ["wrong"]],
  ["T10:30", ["no day"]],
])("judges the moment %j", (typed, problems) => {
  const { error } = moment("wrong", "no day").safeParse(typed)
  expect((error?.issues ?? []).map(({ message }) => message)).toEqual(problems)
})

it("reads moments in India's time, a day alone from its beginning", () => {
  expect(instantOf("2026-11-21T10:30")).toBe("2026-11-21T05:00:00.000Z")
  expect(instantOf("2026-11-21")).toBe("2026-11-20T18:30:00.000Z")
  expect(instantOf("")).toBeNull()
})

it("takes a bank's reference without the spaces around it", () => {
  expect(bankReference("wrong").parse(" N123456/789 ")).toBe("N123456/789")
  expect(bankReference("wrong").safeParse("N12 34").success).toBe(false)
})
