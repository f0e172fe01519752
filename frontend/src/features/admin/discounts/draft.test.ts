import { expect, test } from "vitest"
import { ruleOf, valuesOf } from "./draft"
import type { AdminDiscount } from "./queries"

const code: AdminDiscount = {
  code: "DIWALI",
  percent: 10,
  amount: null,
  most: 750.5,
  minimum: 499,
  limit: 100,
  perCustomer: null,
  startsAt: "2026-10-31T18:30:00Z",
  endsAt: "2026-11-10T18:30:00Z",
  isActive: true,
  note: "",
  batch: "",
  status: "running",
  uses: 3,
  orders: 2,
  revenue: 900,
  discountGiven: 100,
  createdAt: "2026-10-01T00:00:00Z",
  version: 4,
  editedBy: "",
}

/** The rule with the names of its texts. */
const rule = ruleOf((key) => key)

test("days are India's, and the last one is included", () => {
  expect(valuesOf(code)).toMatchObject({ startsAt: "2026-11-01", endsAt: "2026-11-10" })
})

test.each([code, { ...code, startsAt: "2026-10-31T12:00:00Z", endsAt: "2026-11-01T03:45:00Z" }])(
  "what was read is what is sent",
  (read) => {
    const body = rule.parse(valuesOf(read))

    expect(Date.parse(body.startsAt ?? "")).toBe(Date.parse(read.startsAt ?? ""))
    expect(Date.parse(body.endsAt ?? "")).toBe(Date.parse(read.endsAt ?? ""))
    expect(body).toMatchObject({ percent: 10, amount: null, most: "750.5", minimum: "499", limit: 100 })
  },
)

test("of a percentage and an amount only the chosen one is sent", () => {
  const body = rule.parse({ ...valuesOf(code), kind: "amount", amount: "99.50" })

  expect(body).toMatchObject({ percent: null, amount: "99.50", most: null })
})

test.each([
  [{ percent: "" }, { percent: "faults.percentMissing" }],
  [{ percent: "9.5" }, { percent: "faults.wholeNumber" }],
  [{ kind: "amount", amount: " " }, { amount: "faults.amountMissing" }],
  [{ limit: "-1" }, { limit: "faults.wholeNumber" }],
  [{ startsAt: "31/31" }, { startsAt: "faults.dayWrong" }],
  [{ endsAt: "T10:00" }, { endsAt: "faults.dayMissing" }],
  [
    { percent: "", limit: "-1" },
    { percent: "faults.percentMissing", limit: "faults.wholeNumber" },
  ],
] as const)("%o cannot be sent", (typed, faults) => {
  const { error } = rule.safeParse({ ...valuesOf(code), ...typed })

  expect(
    Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message])),
  ).toEqual(faults)
})
