import { describe, expect, it } from "vitest"
import { paymentFromPath } from "./payment-from-path"

const last = { orderId: "AKS-1", transactionId: "TXN1", amount: 500, orderLink: null, firstName: null }
const which = (part: string | undefined, search = "", known: typeof last | null = last) => {
  const meant = paymentFromPath({ part, search: new URLSearchParams(search), last: known })
  return meant && ("orderId" in meant ? meant.orderId : meant.transactionId)
}

describe("the payment an address means", () => {
  it("is the one in the path", () => {
    expect(which("TXN9", "transactionId=TXN8")).toBe("TXN9")
  })

  it.each([
    "merchantTransactionId=TXN8",
    "orderId=AKS-8&transactionId=TXN8",
    "status=SUCCESS&transactionId=TXN8",
  ])("is the one in the query %s", (search) => {
    expect(which(undefined, search)).toBe("TXN8")
  })

  it.each(["pending", "failed", "success", "cancelled"])("is never the fixed word %s", (word) => {
    expect(which(word)).toBe("TXN1")
    expect(which(word, "transactionId=TXN8")).toBe("TXN8")
    expect(which(word, "", null)).toBeNull()
  })

  it("is this tab's when only its order is named", () => {
    expect(which(undefined, "status=SUCCESS&orderId=AKS-1")).toBe("TXN1")
  })

  it("is the newest of another order that is named", () => {
    expect(which(undefined, "orderId=AKS-2")).toBe("AKS-2")
    expect(which("failed", "orderId=AKS-2", null)).toBe("AKS-2")
    expect(which("aks-2")).toBe("aks-2")
  })

  it("is unknown when nothing is named, so that any payment can be looked up", () => {
    expect(which(undefined)).toBeNull()
  })
})
