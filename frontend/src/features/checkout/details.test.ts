import { describe, expect, it } from "vitest"
import {
  type Details,
  detailsSchema,
  fieldOf,
  missing,
  oneNameSchema,
  withOneName,
  withTwoNames,
} from "./details"

const good: Details = {
  firstName: "Meera",
  lastName: "Iyer",
  email: "meera@example.com",
  phone: "9876543210",
  street: "12 Temple Road",
  city: "Chennai",
  state: "Tamil Nadu",
  pincode: "600004",
  businessName: "",
  gstin: "",
}
/** What only a business fills in. */
const OF_A_BUSINESS = new Set(["businessName", "gstin"])

function problems(change: Partial<Details>, schema = detailsSchema): Record<string, string> {
  const result = schema.safeParse({ ...good, ...change })
  return Object.fromEntries(result.error?.issues.map((issue) => [issue.path.join("."), issue.message]) ?? [])
}

describe("the buyer's details", () => {
  it("pass when they are complete", () => {
    expect(problems({})).toEqual({})
  })

  it.each(Object.keys(good).filter((field) => !OF_A_BUSINESS.has(field)))("need %s", (field) => {
    expect(problems({ [field]: "   " })).toMatchObject({ [field]: "required" })
  })

  it.each([
    ["gstin", { gstin: "27AAAAA0000A1Z" }],
    ["gstin", { gstin: "27AAAAA0000A1Z22" }],
    ["gstin", { gstin: "<b>27AAAAA0000A</b>" }],
  ])("refuse a GSTIN of another form (%s: %o)", (field, change) => {
    expect(problems({ businessName: "Sample Traders", ...change })).toEqual({ [field]: "gstin" })
  })

  it("read a GSTIN in small letters, with spaces", () => {
    const business = { businessName: " Sample  Traders ", gstin: " 27aaaaa 0000a1z2" }
    const read = detailsSchema.parse({ ...good, ...business })
    expect(read).toMatchObject({ businessName: "Sample Traders", gstin: "27AAAAA0000A1Z2" })
  })

  it("need a business's name and GSTIN together", () => {
    expect(problems({ gstin: "27AAAAA0000A1Z2" })).toEqual({ businessName: "required" })
    expect(problems({ businessName: "Sample Traders" })).toEqual({ gstin: "required" })
  })

  it.each(["meera", "meera@", "@example.com", "meera@example", "a b@example.com", "a@b@example.com"])(
    "refuse the e-mail address %s",
    (email) => {
      expect(problems({ email })).toEqual({ email: "email" })
    },
  )

  it("judge the phone number", () => {
    expect(problems({ phone: "987654321" })).toEqual({ phone: "phone" })
    expect(problems({ phone: "1234567890" })).toEqual({ phone: "phoneMobile" })
    expect(problems({ phone: "+91 (0) 98765 43210" })).toEqual({})
  })

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

describe("names", () => {
  it.each(["मीरा", "मीरा देवी अय्यर", "O'Brien-D’Souza", "X Æ", "李"])("may be %s", (firstName) => {
    expect(problems({ firstName })).toEqual({})
  })

  it("may be one word for people of one name", () => {
    expect(problems({ firstName: "मीरा", lastName: "" })).toEqual({ lastName: "required" })
    expect(problems({ firstName: "मीरा", lastName: "" }, oneNameSchema)).toEqual({})
  })

  it("are refused at 200 characters, in one field and in two together", () => {
    expect(problems({ firstName: "क".repeat(200) })).toMatchObject({ firstName: "tooLong" })
    expect(problems({ lastName: "x".repeat(200) })).toMatchObject({ lastName: "tooLong" })
    expect(problems({ firstName: "x".repeat(60), lastName: "y".repeat(60) })).toEqual({ lastName: "tooLong" })
    expect(problems({ firstName: "x".repeat(60), lastName: "y".repeat(59) })).toEqual({})
  })

  it("go into one field and come apart again at the first space", () => {
    const details = { ...good, firstName: "Meera", lastName: "Devi Iyer" }

    expect(withOneName(details)).toMatchObject({ firstName: "Meera Devi Iyer", lastName: "" })
    expect(withTwoNames(withOneName(details))).toEqual(details)
    expect(withTwoNames({ ...good, firstName: "Meera", lastName: "" })).toMatchObject({ lastName: "" })
  })
})

describe("what is missing", () => {
  const required = { message: "required" }

  it("is said of the person first, then of the address", () => {
    expect(missing({ email: required, city: required })).toBe("fillAll")
    expect(missing({ pincode: required })).toBe("fillAddress")
  })

  it("is nothing where something is merely wrong", () => {
    expect(missing({ email: { message: "email" }, pincode: { message: "pincodeState" } })).toBeNull()
    expect(missing({})).toBeNull()
  })
})

describe("the server's errors", () => {
  it("find their field in both kinds of order", () => {
    expect(fieldOf("customerInfo.address.pincode")).toBe("pincode")
    expect(fieldOf("shippingAddress.name")).toBe("firstName")
    expect(fieldOf("items.0")).toBeNull()
  })
})
