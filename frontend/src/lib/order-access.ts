import { tabStorage } from "./storage"

/**
 * Credentials for an order without an account: the key in its private link, or an access token for a verified address.
 *
 * The access token is in session storage: the next person at a shared computer must request a code of their own.
 */
export type Secret = { kind: "key" | "access"; value: string }

const PREFIX = "order-access:"

export const headersOf = (secret: Secret | null): Record<string, string> =>
  secret === null ? {} : { [secret.kind === "key" ? "X-Order-Key" : "X-Order-Access"]: secret.value }

/** Path and credentials of an API call about an order. */
export const ofOrder = (orderId: string, secret: Secret | null) => ({
  params: { path: { order_id: orderId } },
  headers: headersOf(secret),
})

export function readAccess(orderId: string): Secret | null {
  const value = tabStorage.getItem(PREFIX + orderId)
  return value ? { kind: "access", value } : null
}

export function storeAccess(orderIds: readonly string[], token: string) {
  for (const orderId of orderIds) tabStorage.setItem(PREFIX + orderId, token)
}

export const clearAccess = (orderId: string) => tabStorage.removeItem(PREFIX + orderId)
