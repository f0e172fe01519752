import { expect, test } from "vitest"
import { changedSections, type Settings, stored, typed } from "./fields"

const settings = {
  returns: { returnDays: 7, refundDays: "3-5", replacementDays: "3-5" },
  shipping: { flatPaise: 4_950, freeAbovePaise: 99_900 },
  payments: { providerWeights: { phonepe: 3 } },
  hours: { aroundTheClock: false, timetable: { monday: "10:00-19:00" }, closedDays: [] },
  cashOnDelivery: { servedPincodes: ["40", "411"] },
} as unknown as Settings

test("paise are typed as rupees, and lists with commas", () => {
  expect(typed("rupees", 4_950)).toBe("49.5")
  expect(stored("rupees", " 49.5 ")).toBe(4_950)
  expect(stored("rupees", "0.29")).toBe(29)
  expect(typed("pincodes", ["40", "411"])).toBe("40, 411")
  expect(stored("pincodes", "40,411\n 560 ")).toEqual(["40", "411", "560"])
})

test("what is no number goes to the server as it is", () => {
  expect(stored("number", "ten")).toBe("ten")
  expect(stored("number", "-1")).toBe("-1")
  expect(stored("rupees", "49.505")).toBe("49.505")
})

test("a section is sent whole, and only when something in it differs", () => {
  expect(changedSections(settings, { "returns.returnDays": "10", "shipping.flatPaise": "49.50" })).toEqual({
    returns: { returnDays: 10, refundDays: "3-5", replacementDays: "3-5" },
  })
})

test("an empty share makes a provider a spare", () => {
  expect(changedSections(settings, { "payments.providerWeights.razorpay": "1" })).toEqual({
    payments: { providerWeights: { phonepe: 3, razorpay: 1 } },
  })
  expect(changedSections(settings, { "payments.providerWeights.phonepe": "" })).toEqual({
    payments: { providerWeights: {} },
  })
})

test("hours and closed days are sent as a whole, and not when they are as before", () => {
  const closedDays = [{ day: "2026-11-08", en: "Diwali", hi: "दीवाली" }]

  expect(changedSections(settings, { "hours.timetable": {}, "hours.closedDays": closedDays })).toEqual({
    hours: { aroundTheClock: false, timetable: {}, closedDays },
  })
  expect(changedSections(settings, { "hours.timetable": { monday: "10:00-19:00" } })).toEqual({})
})
