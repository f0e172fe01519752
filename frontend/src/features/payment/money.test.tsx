import { describe, expect, it } from "vitest"
import type { PaymentStatus } from "@/lib/payment-status"
import { moneyText } from "./money"

const at = "2026-11-21T15:35:12Z"

function payment(fields: Partial<PaymentStatus>): PaymentStatus {
  return {
    outcome: "processing",
    status: "PENDING",
    mayHaveBeenDebited: false,
    checkedAt: at,
    ...fields,
  } as PaymentStatus
}

describe("whether money can have left the account", () => {
  it.each([
    [{ checkedAt: null }, "money.unknown"],
    [{}, "money.notYet"],
    [{ mayHaveBeenDebited: true }, "money.underWay"],
    [{ outcome: "received", mayHaveBeenDebited: true }, "money.underWay"],
    [{ outcome: "failed", status: "FAILED" }, "money.notTaken"],
    [{ outcome: "failed", status: "FAILED", mayHaveBeenDebited: true }, "money.mayReturn"],
    [{ outcome: "success", status: "SUCCESS" }, "money.received"],
    [{ outcome: "success", status: "REFUNDED" }, "money.returned"],
  ] as [Partial<PaymentStatus>, string][])("is told for %o as %s", (fields, text) => {
    expect(moneyText(payment(fields))).toBe(text)
  })
})
