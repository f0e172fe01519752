/**
 * What opens an order without an account: the secret of its link, or the proof that its address is ours.
 *
 * The proof lives as long as the tab: the next person at this computer must ask for a code of their own.
 */
export type Secret = { kind: "key" | "access"; value: string }

const PREFIX = "order-access:"

export const headersOf = (secret: Secret | null): Record<string, string> =>
  secret === null ? {} : { [secret.kind === "key" ? "X-Order-Key" : "X-Order-Access"]: secret.value }

export function keptAccess(orderId: string): Secret | null {
  const value = sessionStorage.getItem(PREFIX + orderId)
  return value ? { kind: "access", value } : null
}

export function keepAccess(orderIds: readonly string[], token: string) {
  for (const orderId of orderIds) sessionStorage.setItem(PREFIX + orderId, token)
}

export const forgetAccess = (orderId: string) => sessionStorage.removeItem(PREFIX + orderId)
