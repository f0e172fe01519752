import { useQueries, useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { useSession } from "@/stores/session"
import { forgetPlaced, type UnpaidOrder, useUnpaidOrders } from "@/stores/unpaid-orders"
import { isUnknown, orderQuery, ordersQuery } from "./queries"
import { UnpaidNotice } from "./unpaid-notice"

/** Notices of the orders that wait for payment: those placed in this browser, and the account's. */
export function UnpaidOrders({ productId }: { productId?: string }) {
  const orders = useLoaded()
  const shown = orders.filter(
    ({ order }) => !productId || order.items.some((item) => item.productId === productId),
  )
  if (shown.length === 0) return null
  return (
    <div className="space-y-4">
      {shown.map((each) => (
        <UnpaidNotice key={each.order.orderId} {...each} />
      ))}
    </div>
  )
}

function useLoaded(): readonly UnpaidOrder[] {
  const { placed, unpaid } = useUnpaidOrders()
  const session = useSession((state) => state.session)
  const listed = useQuery({ ...ordersQuery(1), enabled: session !== null, refetchOnWindowFocus: true })
  const own = session === null ? [] : (listed.data?.orders ?? []).filter(({ status }) => status === "pending")
  const sources = [
    ...own.map(({ orderId }) => ({ orderId, secret: null, placing: null })),
    ...placed
      .filter(({ orderId }) => !own.some((order) => order.orderId === orderId))
      .map(({ orderId, key, placing }) => ({
        orderId,
        secret: { kind: "key" as const, value: key },
        placing,
      })),
  ]
  const answers = useQueries({
    queries: sources.map(({ orderId, secret }) => ({
      ...orderQuery(orderId, secret),
      refetchOnWindowFocus: true,
      refetchOnMount: "always" as const,
    })),
  })
  const now = sources.flatMap((source, index): UnpaidOrder[] => {
    const order = answers[index]?.data
    return order?.canPay ? [{ order, secret: source.secret, placing: source.placing }] : []
  })
  const over = sources.flatMap(({ orderId, secret }, index) => {
    const answer = answers[index]
    const gone = isUnknown(answer?.error) || answer?.data?.canPay === false
    return secret !== null && gone ? [orderId] : []
  })
  const changed =
    now.length !== unpaid.length || now.some(({ order }, index) => order !== unpaid[index]?.order)
  useEffect(() => {
    for (const orderId of over) forgetPlaced(orderId)
    if (changed) useUnpaidOrders.setState({ unpaid: now })
  })
  return now
}
