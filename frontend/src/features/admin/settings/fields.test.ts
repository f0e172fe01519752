import { expect, test } from "vitest"
import { changedSections, kindOf, stored, typed, valuesOf } from "./fields"
import type { SettingsNow } from "./queries"

const settings = {
  returns: { returnDays: 7, refundDays: "3-5", replacementDays: "3-5" },
  shipping: { flatPaise: 4_950, freeAbovePaise: 99_900 },
  payments: { providerWeights: { phonepe: 3 } },
  hours: { aroundTheClock: false, timetable: { monday: "10:00-19:00" }, closedDays: [] },
  cashOnDelivery: { servedPincodes: ["40", "411"] },
} as unknown as SettingsNow["settings"]

/** Return the sections that are sent after these changes. */
function sent(changed: Record<string, Record<string, unknown>>) {
  const values = valuesOf({ settings, providers: { razorpay: "Razorpay", phonepe: "PhonePe" } })
  const edited = Object.entries(changed).map(([name, fields]) => [name, { ...values[name], ...fields }])
  return changedSections(settings, { ...values, ...Object.fromEntries(edited) })
}

test("a field's input follows from its name and its value", () => {
  expect(kindOf("shipping.flatPaise", 4_950)).toBe("rupees")
  expect(kindOf("cashOnDelivery.unpaidPaisePerBuyer", 0)).toBe("rupees")
  expect(kindOf("cashOnDelivery.refusedPincodes", [])).toBe("pincodes")
  expect(kindOf("cashOnDelivery.enabled", false)).toBe("switch")
  expect(kindOf("returns.returnDays", 7)).toBe("number")
  expect(kindOf("returns.refundDays", "3-5")).toBe("text")
  expect(kindOf("tax.state", "Delhi")).toBe("state")
})

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
  expect(sent({})).toEqual({})
  expect(sent({ returns: { returnDays: "10" }, shipping: { flatPaise: "49.50" } })).toEqual({
    returns: { returnDays: 10, refundDays: "3-5", replacementDays: "3-5" },
  })
})

test("an empty share makes a provider a spare", () => {
  expect(sent({ payments: { providerWeights: { phonepe: "3", razorpay: "1" } } })).toEqual({
    payments: { providerWeights: { phonepe: 3, razorpay: 1 } },
  })
  expect(sent({ payments: { providerWeights: { phonepe: "", razorpay: "" } } })).toEqual({
    payments: { providerWeights: {} },
  })
})

test("hours and closed days are sent as a whole, and not when they are as before", () => {
  const closedDays = [{ day: "2026-11-08", en: "Diwali", hi: "दीवाली" }]

  expect(sent({ hours: { timetable: [], closedDays } })).toEqual({
    hours: { aroundTheClock: false, timetable: {}, closedDays },
  })
  expect(sent({ hours: { timetable: [["monday", "10:00-19:00"]] } })).toEqual({})
})

test("a zone's amounts are typed as rupees, and no limit is an empty field", () => {
  const zone = {
    en: "Islands",
    states: ["Lakshadweep"],
    pincodes: ["744101-744304", "682555"],
    isServed: true,
    basePaise: 8_050,
    baseGrams: 500,
    freeAbovePaise: null,
  }

  const [shown] = typed("zones", [zone]) as Record<string, unknown>[]

  expect(shown).toEqual({
    ...zone,
    pincodes: "744101-744304, 682555",
    basePaise: "80.5",
    baseGrams: "500",
    freeAbovePaise: "",
  })
  expect(stored("zones", [shown])).toEqual([zone])
  expect(stored("zones", [{ ...shown, freeAbovePaise: "2000" }])).toEqual([
    { ...zone, freeAbovePaise: 200_000 },
  ])
})
