import { expect, test } from "vitest"
import { bodyOf, draftOf, faultsOf } from "./draft"
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

test("days are India's, and the last one is included", () => {
  const draft = draftOf(code)

  expect([draft.startDay, draft.startTime, draft.endDay, draft.endTime]).toEqual([
    "2026-11-01",
    "",
    "2026-11-10",
    "",
  ])
})

test.each([code, { ...code, startsAt: "2026-10-31T12:00:00Z", endsAt: "2026-11-01T03:45:00Z" }])(
  "what was read is what is sent",
  (read) => {
    const body = bodyOf(draftOf(read))

    expect(Date.parse(body.startsAt ?? "")).toBe(Date.parse(read.startsAt ?? ""))
    expect(Date.parse(body.endsAt ?? "")).toBe(Date.parse(read.endsAt ?? ""))
    expect(body).toMatchObject({ percent: 10, amount: null, most: "750.5", minimum: "499", limit: 100 })
  },
)

test("of a percentage and an amount only the chosen one is sent", () => {
  const body = bodyOf({ ...draftOf(code), kind: "amount", amount: "99.50" })

  expect(body).toMatchObject({ percent: null, amount: "99.50", most: null })
})

test.each([
  [{ percent: "" }, { percent: "percentMissing" }],
  [{ percent: "9.5" }, { percent: "wholeNumber" }],
  [{ kind: "amount", amount: " " }, { amount: "amountMissing" }],
  [{ limit: "-1" }, { limit: "wholeNumber" }],
  [{ startDay: "31/31" }, { startDay: "dayWrong" }],
  [{ endDay: "", endTime: "10:00" }, { endDay: "dayMissing" }],
] as const)("%o cannot be sent", (typed, faults) => {
  expect(faultsOf({ ...draftOf(code), ...typed })).toEqual(faults)
})
