import { describe, expect, it } from "vitest"
import { useSession } from "@/stores/session"
import { detailsOf, intentFor, useCheckoutStore } from "./checkout-store"
import { emptyDetails } from "./details"

const order = { orderId: "AKS-1", orderLink: "https://shop.example/order/AKS-1?key=secret" }

describe("an intent", () => {
  it("keeps its idempotency key while the body is the same", () => {
    const first = intentFor(null, "one bead")

    expect(intentFor(first, "one bead")).toBe(first)
  })

  it("has a new key and no order when the body changes", () => {
    const first = { ...intentFor(null, "one bead"), ...order }
    const second = intentFor(first, "two beads")

    expect(second.key).not.toBe(first.key)
    expect([second.orderId, second.orderLink]).toEqual([null, null])
  })

  it("keeps its order over a reload", async () => {
    const { startIntent, setOrder } = useCheckoutStore.getState()
    const { key } = startIntent("one bead")
    setOrder(order)

    useCheckoutStore.setState({ intent: null })
    // A reload reads the storage again; setting null above has overwritten it, so restore it first.
    sessionStorage.setItem(
      "purchase",
      JSON.stringify({
        state: { details: null, intent: { body: "one bead", key, ...order } },
        version: 0,
      }),
    )
    await useCheckoutStore.persist.rehydrate()

    expect(useCheckoutStore.getState().startIntent("one bead")).toEqual({ body: "one bead", key, ...order })
  })

  it("is replaced once its order can no longer be paid", () => {
    const { startIntent, setOrder, clearIntent } = useCheckoutStore.getState()
    const first = startIntent("one bead")
    setOrder(order)
    clearIntent()

    expect(startIntent("one bead").key).not.toBe(first.key)
    expect(useCheckoutStore.getState().intent?.orderId).toBeNull()
  })
})

describe("the stored checkout", () => {
  const restore = async (state: unknown) => {
    sessionStorage.setItem(
      "purchase",
      typeof state === "string" ? state : JSON.stringify({ state, version: 0 }),
    )
    await useCheckoutStore.persist.rehydrate()
    return useCheckoutStore.getState()
  }

  it("is restored", async () => {
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
  ])("is replaced by an empty one when it is %s", async (_, state) => {
    expect(await restore(state)).toMatchObject({ details: null, intent: null, discountCode: "" })
  })
})

it("fills the form from a profile with the name in one field", () => {
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

it("is cleared by a logout", () => {
  useCheckoutStore.getState().setDetails({ ...emptyDetails, firstName: "Asha" })

  useSession.getState().leave()

  expect(useCheckoutStore.getState().details).toBeNull()
  expect(sessionStorage.getItem("purchase")).not.toContain("Asha")
})
