import { expect, test } from "vitest"
import { en } from "./en"
import { hi } from "./hi"

function leaves(texts: object, path = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === "string"
      ? [[`${path}${key}`, value]]
      : leaves(value as Record<string, unknown>, `${path}${key}.`),
  )
}
const outcomes = ["success", "processing", "failed", "cancelled", "received"] as const
const slots = (text: string) => [...new Set(text.match(/{{\s*\w+/g))].sort()

test("Hindi has exactly the texts English has", () => {
  expect(
    leaves(hi)
      .map(([key]) => key)
      .sort(),
  ).toEqual(
    leaves(en)
      .map(([key]) => key)
      .sort(),
  )
})

test("no text is empty, and both languages fill in the same values", () => {
  const hindi = new Map(leaves(hi))
  for (const [key, text] of leaves(en)) {
    expect(text, key).not.toBe("")
    expect(hindi.get(key), key).not.toBe("")
    // "one" may say the number in a word.
    if (!key.endsWith("_one")) expect(slots(hindi.get(key) ?? ""), key).toEqual(slots(text))
  }
})

test.each([
  [en, "cannot be returned; a defective or incorrect one is replaced"],
  [hi, "वापस नहीं ली जाती; ख़राब या ग़लत निकलने पर बदल दी जाती है"],
])("the shop promises of a piece made to choice what the return form says", ({ shop, orders }, words) => {
  expect(shop.promises.returns.custom).toContain(words)
  expect(orders.return.custom).toContain(words)
})

test("the name of a status is in title case, and the same wherever a payment is shown", () => {
  const { status, paymentStatus, transaction, refund } = en.orders
  const named = [
    status,
    paymentStatus,
    transaction.outcomes,
    transaction.states,
    refund.status,
    en.admin.orderStatuses,
  ]
  const titles = [
    ...named.flatMap((names) => Object.values(names)),
    ...outcomes.map((name) => en.payment[name].title),
  ]
  // What follows a semicolon is a sentence.
  for (const title of titles) expect(title.split(";")[0]).not.toMatch(/^[a-z]| (?!for |of |with )[a-z]/)

  for (const name of outcomes) {
    expect(en.orders.transaction.outcomes[name]).toBe(en.payment[name].title)
    expect(hi.orders.transaction.outcomes[name]).toBe(hi.payment[name].title)
  }
})
