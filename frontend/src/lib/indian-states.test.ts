import { expect, it } from "vitest"
import { indianStates, pincodeFitsState } from "./indian-states"

it("knows the 28 states and 8 union territories", () => {
  expect(indianStates).toHaveLength(36)
})

it.each([
  ["110001", "Delhi"],
  ["400001", "Maharashtra"],
  ["403001", "Goa"],
  ["500001", "Telangana"],
  ["248001", "Uttarakhand"],
  ["263001", "Uttarakhand"],
  ["221001", "Uttar Pradesh"],
  ["605001", "Puducherry"],
  ["533464", "Puducherry"],
  ["673310", "Puducherry"],
  ["682555", "Lakshadweep"],
  ["744101", "Andaman and Nicobar Islands"],
  ["737101", "Sikkim"],
  ["194101", "Ladakh"],
  ["396210", "Dadra and Nagar Haveli and Daman and Diu"],
  ["834001", "Jharkhand"],
  ["160017", "Chandigarh"],
])("finds %s in %s", (pincode, state) => {
  expect(pincodeFitsState(pincode, state)).toBe(true)
})

it.each([
  ["110001", "Kerala"],
  ["600001", "Delhi"],
  ["403001", "Sikkim"],
])("does not find %s in %s", (pincode, state) => {
  expect(pincodeFitsState(pincode, state)).toBe(false)
})

it("accepts any pincode for an unknown state", () => {
  expect(pincodeFitsState("110001", "Atlantis")).toBe(true)
})
