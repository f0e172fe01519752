import { create } from "zustand"
import { ApiError, type Schemas } from "@/lib/api"
import { inBrowser } from "@/lib/browser"
import { PLACED_KEY } from "@/lib/browsing-history"
import type { Secret } from "@/lib/order-access"
import { browserStorage } from "@/lib/storage"
import { useSession } from "./session"

/** One buyer can hold stock with no more unpaid orders than these. */
const MOST = 3

/** A guest's order that was placed in this browser, with what proves it: the link's key, and a token that no link has. */
export type PlacedOrder = { orderId: string; key: string; placing: string }

/** An order, and what proves it without a login. */
export type OrderSource = { orderId: string; secret: Secret | null; placing: string | null }

/** An order of this person that waits for its payment. */
export type UnpaidOrder = OrderSource & { order: Schemas["OrderOut"] }

type UnpaidOrders = {
  /** In local storage, so that every tab knows them. */
  placed: readonly PlacedOrder[]
  /** Those of this browser and of the account, as last loaded. */
  unpaid: readonly UnpaidOrder[]
}

function isPlaced(stored: unknown): stored is PlacedOrder {
  const order = stored as Partial<Record<keyof PlacedOrder, unknown>> | null
  return [order?.orderId, order?.key, order?.placing].every((text) => typeof text === "string")
}

const read = () => browserStorage.getList(PLACED_KEY).filter(isPlaced).slice(0, MOST)

/** Created empty, as the server renders pages and hydration begins; what is stored follows at once. */
export const useUnpaidOrders = create<UnpaidOrders>()(() => ({ placed: [], unpaid: [] }))

function store(placed: readonly PlacedOrder[]) {
  if (placed.length > 0) browserStorage.setItem(PLACED_KEY, JSON.stringify(placed))
  else browserStorage.removeItem(PLACED_KEY)
  useUnpaidOrders.setState({ placed })
}

export const rememberPlaced = (order: PlacedOrder) =>
  store([order, ...read().filter(({ orderId }) => orderId !== order.orderId)].slice(0, MOST))

/** The order waits no more, or this browser may no longer see it. */
export const forgetPlaced = (orderId: string) => store(read().filter((order) => order.orderId !== orderId))

/** Show the rest of the page that this order waits; null: that it waits no more. */
export const showUnpaid = (orderId: string, found: UnpaidOrder | null) =>
  useUnpaidOrders.setState(({ unpaid }) => {
    const others = unpaid.filter((each) => each.orderId !== orderId)
    return { unpaid: found ? [...others, found] : others }
  })

/** Show the rest of the page that no others wait. */
export const keepUnpaid = (orderIds: readonly string[]) =>
  useUnpaidOrders.setState(({ unpaid }) => ({
    unpaid: unpaid.filter(({ orderId }) => orderIds.includes(orderId)),
  }))

/** Return the pieces of a product that the shopper's own unpaid orders hold; null without any. */
export function useOwnHold(productId: string) {
  const unpaid = useUnpaidOrders((state) => state.unpaid)
  const held = unpaid.flatMap(({ order, secret }) => {
    const items = order.heldUntil === null ? [] : order.items.filter((item) => item.productId === productId)
    const quantity = items.reduce((sum, item) => sum + item.quantity, 0)
    return quantity > 0
      ? [{ orderId: order.orderId, address: addressOf(order.orderId, secret), quantity }]
      : []
  })
  const [first] = held
  if (!first) return null
  return { ...first, orders: held.length, quantity: held.reduce((sum, { quantity }) => sum + quantity, 0) }
}

/** Header by which the server knows which unpaid orders this browser placed. */
export function placingHeader(): Record<string, string> {
  const { placed } = useUnpaidOrders.getState()
  return placed.length > 0 ? { "X-Order-Placing": placed.map(({ placing }) => placing).join() } : {}
}

/** Return true when a payment was refused because of unpaid orders; `data` lists the buyer's own. */
export const isHoldRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === "HOLD_LIMIT" || error.code === "HOLD_PROOF_REQUIRED")

/** Address of the order's page, for its customer or the guest who holds its key. */
export const addressOf = (orderId: string, secret: Secret | null) =>
  secret === null ? `/orders/${orderId}` : `/order/${orderId}?key=${encodeURIComponent(secret.value)}`

if (inBrowser) {
  const follow = () => useUnpaidOrders.setState({ placed: read() })
  follow()
  window.addEventListener("storage", ({ key }) => {
    if (key === PLACED_KEY || key === null) follow()
  })
  // A page in the back/forward cache hears of no change in other tabs.
  window.addEventListener("pageshow", ({ persisted }) => persisted && follow())
  useSession.subscribe((now, before) => {
    if (now.session === before.session) return
    // Logging out has deleted what was stored: the computer may be shared.
    useUnpaidOrders.setState({ unpaid: [], placed: read() })
  })
}
