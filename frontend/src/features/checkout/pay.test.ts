import { expect, it } from "vitest"
import { type Details, emptyDetails } from "./details"
import { checkReady } from "./pay"

const details: Details = {
  ...emptyDetails,
  firstName: "Meera",
  lastName: "",
  email: "meera@example.com",
  phone: "9876543210",
  street: "12 Temple Road",
  city: "Chennai",
  state: "Tamil Nadu",
  pincode: "600004",
}

it.each([0, 1])("lets complete details and an amount of %s through", (amount) => {
  expect(() => checkReady({ details, amount })).not.toThrow()
})

it.each(["firstName", "email", "phone", "street", "pincode"])(
  "asks for %s once more before paying",
  (field) => {
    expect(() => checkReady({ details: { ...details, [field]: "" }, amount: 1 })).toThrow("fillAll")
    expect(() => checkReady({ details: emptyDetails, amount: 1 })).toThrow("fillAll")
  },
)

it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("pays no amount of %s", (amount) => {
  expect(() => checkReady({ details, amount })).toThrow("amount")
})
