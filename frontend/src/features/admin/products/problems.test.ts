import { set } from "react-hook-form"
import { describe, expect, it } from "vitest"
import { bodyOf, type Draft, newDraft } from "./draft"
import { discountOf, formPath, missingOf, problemsOf } from "./problems"

/** A new product with all that is required, changed at some paths. */
function filled(changes: Record<string, unknown> = {}): Draft {
  const whole = {
    "title.en": "Bead",
    "description.en": "Words",
    price: "500",
    stock: "3",
    ...changes,
  }
  const draft: Draft = JSON.parse(JSON.stringify(newDraft()))
  for (const [path, value] of Object.entries(whole)) set(draft, path, value)
  return draft
}

describe("a product's draft", () => {
  it("is valid with the default options", () => {
    expect(problemsOf(filled(), true)).toEqual({})
  })

  it.each(["", "5-mukhi", " 5-Mukhi "])("takes the address %j", (slug) => {
    expect(problemsOf(filled({ slug }), true)).toEqual({})
  })

  it("lists the required fields, each once", () => {
    expect(problemsOf(newDraft(), true)).toEqual({
      "title.en": "required",
      "description.en": "required",
      price: "required",
      stock: "required",
    })
  })

  it.each([
    ["price", "0", "price"],
    ["price", "-5", "price"],
    ["price", "10.005", "price"],
    ["price", "many", "price"],
    ["originalPrice", "400", "originalBelow"],
    ["stock", "1.5", "wholeNumber"],
    ["stock", "-1", "wholeNumber"],
    ["discountPercentage", "101", "discountRange"],
    ["hsnCode", "12", "hsn"],
    ["slug", "five mukhi", "slug"],
    ["slug", "-mukhi", "slug"],
    ["slug", "मुखी", "slug"],
    ["customization.sizes.0.price", "-500", "unitPrice"],
    ["customization.sizes.0.price", "10.5", "wholeRupees"],
    ["customization.sizes.0.price", "", "wholeRupees"],
    ["customization.sizes.0.price", "free", "wholeRupees"],
    ["customization.sizes.1.price", "10", "optionIncluded"],
    ["customization.origins.1.price", "-1", "optionNegative"],
    ["customization.origins.1.name", "", "required"],
    ["customization.origins.1.name", "Nepal", "optionRepeated"],
    ["customization.xrayCertification.price", "-1", "optionNegative"],
  ])("refuses %s of %j", (path, value, problem) => {
    expect(problemsOf(filled({ [path]: value }), true)).toMatchObject({ [path]: problem })
  })

  it("is invalid when price, original price and discount disagree", () => {
    const disagreeing = filled({ originalPrice: "1000", discountPercentage: "30" })
    expect(problemsOf(disagreeing, true)).toEqual({ discountPercentage: "discountDisagrees" })
    expect(problemsOf(filled({ originalPrice: "1000", discountPercentage: "50" }), true)).toEqual({})
  })

  it("needs an original price for a discount", () => {
    expect(problemsOf(filled({ discountPercentage: "50" }), true)).toEqual({ originalPrice: "discountAlone" })
    expect(problemsOf(filled({ discountPercentage: "0" }), true)).toEqual({})
  })

  it("computes the discount as the shop shows it", () => {
    expect(discountOf("500", "1000")).toBe(50)
    expect(discountOf("667", "1000")).toBe(33)
    expect(discountOf("500", "")).toBeNull()
  })

  it("is sent as numbers and lists", () => {
    const body = bodyOf(filled({ tags: "one, , two", "benefits.en": "First\nSecond", originalPrice: "" }))
    expect(body).toMatchObject({
      price: 500,
      originalPrice: null,
      tags: ["one", "two"],
      benefits: { en: ["First", "Second"] },
    })
    expect(body.customization.pendantOptions[1]).toMatchObject({ type: "silver", price: 300 })
    expect(body.customization.sizes[0]).toEqual({
      name: "small",
      price: -200,
      available: true,
      description: { en: "", hi: "" },
      picture: "",
    })
  })

  it("is not offered yet, and lists what is missing", () => {
    expect(newDraft().isAvailable).toBe(false)
    expect(missingOf(newDraft(), true)).toEqual([
      ...["title.en", "description.en", "price", "stock"],
      ...["title.hi", "shortDescription.en", "shortDescription.hi", "description.hi", "hsnCode", "images"],
    ])
    const texts = {
      "title.hi": "दाना",
      "description.hi": "शब्द",
      "shortDescription.en": "A",
      "shortDescription.hi": "अ",
    }
    const picture = { key: "1", url: "/media/a-800.webp", preview: null }
    const whole = { ...filled({ ...texts, hsnCode: "7419" }), pictures: [picture] }
    expect(missingOf(whole, true)).toEqual([])
    expect(missingOf({ ...whole, pictures: [] }, true)).toEqual(["images"])
  })

  it("maps the server's errors to the form's fields", () => {
    expect(formPath("customization.pendantOptions.2.type")).toBe("customization.pendantOptions.2.name")
    expect(formPath("images.3")).toBe("images")
    expect(formPath("title.en")).toBe("title.en")
  })
})
