import { describe, expect, it } from "vitest"
import { normalPhone } from "@/lib/person"
import { type Details, detailsSchema, fieldOf } from "./details"

const good: Details = {
  firstName: "Meera",
  lastName: "Iyer",
  email: "meera@example.com",
  phone: "9876543210",
  street: "12 Temple Road",
  city: "Chennai",
  state: "Tamil Nadu",
  pincode: "600004",
}

function problems(change: Partial<Details>): Record<string, string> {
  const result = detailsSchema.safeParse({ ...good, ...change })
  return Object.fromEntries(result.error?.issues.map((issue) => [issue.path.join("."), issue.message]) ?? [])
}

describe("the buyer's details", () => {
  it("pass when they are complete", () => {
    expect(problems({})).toEqual({})
  })

  it.each(Object.keys(good))("need %s", (field) => {
    expect(problems({ [field]: "   " })).toMatchObject({ [field]: "required" })
  })

  it.each(["meera", "meera@", "@example.com", "meera@example", "a b@example.com", "a@b@example.com"])(
    "refuse the e-mail address %s",
    (email) => {
      expect(problems({ email })).toEqual({ email: "email" })
    },
  )

  it.each(["987654321", "98765432101", "98765abc10", "+1 9876543210 5"])(
    "refuse the phone number %s",
    (phone) => {
      expect(problems({ phone })).toEqual({ phone: "phone" })
    },
  )

  it.each(["9876543210", "+91 98765 43210", "098765-43210", "(98765) 43210", "0091 9876543210"])(
    "read %s as ten digits",
    (typed) => {
      expect(normalPhone(typed)).toBe("9876543210")
      expect(problems({ phone: typed })).toEqual({})
    },
  )

  it.each(["60000", "6000041", "060004", "60000a"])("refuse the pincode %s", (pincode) => {
    expect(problems({ pincode })).toEqual({ pincode: "pincode" })
  })

  it("refuse a pincode of another region", () => {
    expect(problems({ pincode: "110001" })).toEqual({ pincode: "pincodeState" })
    expect(problems({ pincode: "110001", state: "Delhi" })).toEqual({})
  })

  it("take the army's pincodes in every state", () => {
    expect(problems({ pincode: "901204" })).toEqual({})
  })

  it("come out trimmed and in one spelling", () => {
    const cleaned = detailsSchema.parse({
      ...good,
      firstName: "  Meera   Devi ",
      email: " Meera@Example.COM ",
    })

    expect(cleaned.firstName).toBe("Meera Devi")
    expect(cleaned.email).toBe("meera@example.com")
  })
})

describe("the server's errors", () => {
  it("find their field in both kinds of order", () => {
    expect(fieldOf("customerInfo.address.pincode")).toBe("pincode")
    expect(fieldOf("shippingAddress.name")).toBe("firstName")
    expect(fieldOf("items.0")).toBeNull()
  })
})
