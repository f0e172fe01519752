import { describe, expect, it } from "vitest"
import { useSession } from "@/stores/session"
import { emptyDetails } from "./details"
import { detailsOf, intentFor, usePurchase } from "./purchase"

const order = { orderId: "AKS-1", orderLink: "https://shop.example/order/AKS-1?key=secret" }

describe("an intent", () => {
  it("keeps its key while the body stays the same", () => {
    const first = intentFor(null, "one bead")

    expect(intentFor(first, "one bead")).toBe(first)
  })

  it("gets a new key and forgets the order when the body changes", () => {
    const first = { ...intentFor(null, "one bead"), ...order }
    const second = intentFor(first, "two beads")

    expect(second.key).not.toBe(first.key)
    expect([second.orderId, second.orderLink]).toEqual([null, null])
  })

  it("remembers the order it made, over a reload too", async () => {
    const { intend, ordered } = usePurchase.getState()
    const { key } = intend("one bead")
    ordered(order)

    usePurchase.setState({ intent: null })
    // What a reload does: read the tab's storage again. Setting null wrote it too, so put it back first.
    sessionStorage.setItem(
      "purchase",
      JSON.stringify({
        state: { details: null, intent: { body: "one bead", key, ...order } },
        version: 0,
      }),
    )
    await usePurchase.persist.rehydrate()

    expect(usePurchase.getState().intend("one bead")).toEqual({ body: "one bead", key, ...order })
  })

  it("starts afresh once its order can no longer be paid", () => {
    const { intend, ordered, renounce } = usePurchase.getState()
    const first = intend("one bead")
    ordered(order)
    renounce()

    expect(intend("one bead").key).not.toBe(first.key)
    expect(usePurchase.getState().intent?.orderId).toBeNull()
  })
})

describe("what the tab kept", () => {
  const restore = async (state: unknown) => {
    sessionStorage.setItem(
      "purchase",
      typeof state === "string" ? state : JSON.stringify({ state, version: 0 }),
    )
    await usePurchase.persist.rehydrate()
    return usePurchase.getState()
  }

  it("comes back", async () => {
    const details = { ...emptyDetails, firstName: "Meera" }

    expect(await restore({ details, discountCode: "WELCOME10", intent: null, taken: "" })).toMatchObject({
      details,
      discountCode: "WELCOME10",
    })
  })

  it.each([
    ["details that are a text", { details: "<script>" }],
    ["details that are numbers", { details: { ...emptyDetails, phone: 5 } }],
    ["details without an end", { details: { ...emptyDetails, street: "x".repeat(501) } }],
    ["an intent without a key", { intent: { body: "x", key: "", orderId: null, orderLink: null } }],
    ["a code that is a list", { discountCode: ["A"] }],
    ["a list", []],
    ["nothing", null],
  ])("counts as nothing when it is %s", async (_, state) => {
    expect(await restore(state)).toMatchObject({ details: null, intent: null, discountCode: "" })
  })
})

it("takes a profile's name in one field", () => {
  const profile = {
    name: "Meera Devi Iyer",
    email: "m@example.com",
    phone: "9876543210",
    address: { city: "Chennai" },
  }

  expect(detailsOf(profile)).toMatchObject({
    firstName: "Meera Devi Iyer",
    lastName: "",
    city: "Chennai",
    street: "",
  })
})

it("leaves nothing to whoever sits down after a logout", () => {
  usePurchase.getState().typed({ ...emptyDetails, firstName: "Asha" })

  useSession.getState().leave()

  expect(usePurchase.getState().details).toBeNull()
  expect(sessionStorage.getItem("purchase")).not.toContain("Asha")
})
