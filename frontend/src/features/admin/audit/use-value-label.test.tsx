import { renderHook, waitFor } from "@testing-library/react"
import { afterEach, expect, test } from "vitest"
import { loadTexts, setLanguage } from "@/i18n"
import { useValueLabel } from "./use-value-label"

async function labelsOf(action: string) {
  await loadTexts("audit", "admin", "shop")
  const { result } = renderHook(() => useValueLabel(action))
  await waitFor(() => expect(result.current).not.toBeNull())
  return result.current
}

afterEach(() => setLanguage("en"))

test.each([
  ["user.role_changed", "role", "catalogue", "Catalogue", "कैटलॉग"],
  ["user.blocked", "blocked", "yes", "Yes", "हाँ"],
  ["token.created", "rights", ["reviews:read"], "Read reviews", "समीक्षाएँ देखना"],
  ["order.moved", "status", "out_for_delivery", "Out for Delivery", null],
  ["return.moved", "status", "pickup", "Being fetched", "लेने जा रहे हैं"],
  ["contact.moved", "status", "closed", "Closed", "बंद"],
  ["review.rejected", "reason", "off_topic", "Not about the product", "उत्पाद के बारे में नहीं"],
  ["refund.approved", "reason", "customer_request", "Customer Request", null],
  ["export.started", "status", "SUCCESS", "Success", null],
  ["export.started", "format", "xlsx", "XLSX", "XLSX"],
  ["product.changed", "isFeatured", true, "Yes", "हाँ"],
  ["product.changed", "price", 1250.5, "₹1,250.50", "₹1,250.50"],
  ["product.changed", "keywords", ["a", "b"], "a, b", "a, b"],
  [
    "order.moved",
    "heldUntil",
    "2026-11-21T18:30:00Z",
    "22 Nov 2026, 12:00 am IST",
    "22 नवंबर 2026, रात 12:00 बजे IST",
  ],
  ["product.changed", "parentCategory", null, "–", "–"],
  ["order.moved", "status", "a status of tomorrow", "a status of tomorrow", "a status of tomorrow"],
])("%s: %s %s reads %s", async (action, field, value, english, hindi) => {
  expect((await labelsOf(action)).value([field], value)).toBe(english)

  await setLanguage("hi")
  const said = (await labelsOf(action)).value([field], value)
  if (hindi === null) expect(said).toMatch(/\p{Script=Devanagari}/u)
  else expect(said).toBe(hindi)
})

test("a nested field is labelled by its path, an option of a product by name and price", async () => {
  const labels = await labelsOf("product.changed")

  expect(labels.field(["seo", "metaTitle", "en"])).toBe("For search engines · Page title · English")
  expect(labels.field(["specifications", "zodiacSigns", "hi"])).toBe("Facts · Zodiac signs · Hindi")
  expect(labels.value(["customization", "sizes"], [{ name: "8 mm", price: 200, available: false }])).toBe(
    "8 mm ₹200 (not offered)",
  )
})
