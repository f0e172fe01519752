import { renderHook } from "@testing-library/react"
import { beforeEach, expect, test } from "vitest"
import { useSession } from "./session"
import {
  forgetPlaced,
  keepUnpaid,
  rememberPlaced,
  showUnpaid,
  type UnpaidOrder,
  useOwnHold,
  useUnpaidOrders,
} from "./unpaid-orders"

const KEY = "placedOrders"
const placed = (orderId: string) => ({ orderId, key: `key of ${orderId}`, placing: `token of ${orderId}` })
const ids = () => useUnpaidOrders.getState().placed.map(({ orderId }) => orderId)

const unpaid = (orderId: string, quantity: number, heldUntil: string | null = "2026-11-28T09:00:00Z") =>
  ({
    orderId,
    secret: { kind: "key", value: "k&y" },
    placing: null,
    order: { orderId, heldUntil, items: [{ productId: "p1", quantity }] },
  }) as unknown as UnpaidOrder

beforeEach(() => {
  localStorage.clear()
  useUnpaidOrders.setState({ placed: [], unpaid: [] })
})

test("the newest orders are kept for every tab, each once", () => {
  for (const orderId of ["A", "B", "C", "B", "D"]) rememberPlaced(placed(orderId))

  expect(ids()).toEqual(["D", "B", "C"])
  expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toEqual(["D", "B", "C"].map(placed))
})

test("an order that waits no more is forgotten, the last one with the key", () => {
  rememberPlaced(placed("A"))
  rememberPlaced(placed("B"))

  forgetPlaced("A")
  expect(ids()).toEqual(["B"])
  forgetPlaced("B")
  expect(localStorage.getItem(KEY)).toBeNull()
})

test.each(["nonsense", "{}", '[null, 1, {"orderId": "A"}, {"orderId": "A", "key": 1, "placing": "t"}]'])(
  "what somebody else wrote there is left out: %s",
  (stored) => {
    localStorage.setItem(KEY, stored)
    window.dispatchEvent(new StorageEvent("storage", { key: KEY, newValue: stored }))

    expect(ids()).toEqual([])
  },
)

test("another tab's order is known here, also when this page comes back from the cache", () => {
  localStorage.setItem(KEY, JSON.stringify([placed("A")]))
  window.dispatchEvent(new StorageEvent("storage", { key: KEY }))
  expect(ids()).toEqual(["A"])

  localStorage.removeItem(KEY)
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))
  expect(ids()).toEqual([])
})

test("logging out deletes them: the computer may be shared", () => {
  useSession.setState({ session: "session-1" })
  rememberPlaced(placed("A"))
  showUnpaid("A", unpaid("A", 1))

  useSession.getState().leave()

  expect(useUnpaidOrders.getState()).toEqual({ placed: [], unpaid: [] })
  expect(localStorage.getItem(KEY)).toBeNull()
})

test("own holds of a product add up, and an order without a live hold holds nothing", () => {
  showUnpaid("A", unpaid("A", 2))
  showUnpaid("B", unpaid("B", 1))
  showUnpaid("C", unpaid("C", 5, null))

  const own = (productId: string) => renderHook(() => useOwnHold(productId)).result.current
  expect(own("p1")).toMatchObject({ orderId: "A", address: "/order/A?key=k%26y", orders: 2, quantity: 3 })
  expect(own("p2")).toBeNull()
  keepUnpaid(["C"])
  expect(own("p1")).toBeNull()
})
