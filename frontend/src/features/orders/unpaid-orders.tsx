import { useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent } from "react"
import { isUnknown } from "@/lib/payment-status"
import { useSession } from "@/stores/session"
import {
  forgetPlaced,
  keepUnpaid,
  type OrderSource,
  showUnpaid,
  useUnpaidOrders,
} from "@/stores/unpaid-orders"
import { orderQuery, ordersQuery } from "./queries"
import { UnpaidNotice } from "./unpaid-notice"

/** Notices of the orders that wait for payment: the account's, and those placed in this browser. */
export function UnpaidOrders({ productId }: { productId?: string }) {
  const placed = useUnpaidOrders((state) => state.placed)
  const session = useSession((state) => state.session)
  const listed = useQuery({ ...ordersQuery(1), enabled: session !== null, refetchOnWindowFocus: true })
  const own = (session === null ? undefined : listed.data)?.orders ?? []
  const isLoaded = session === null || listed.data !== undefined
  const sources: OrderSource[] = [
    ...own
      .filter(({ status }) => status === "pending")
      .map(({ orderId }) => ({ orderId, secret: null, placing: null })),
    ...placed
      .filter(({ orderId }) => !own.some((order) => order.orderId === orderId))
      .map(({ orderId, key, placing }) => ({
        orderId,
        secret: { kind: "key" as const, value: key },
        placing,
      })),
  ]
  const ids = sources.map(({ orderId }) => orderId).join()
  useEffect(() => {
    if (isLoaded) keepUnpaid(ids.split(","))
  }, [ids, isLoaded])
  return (
    <div className="space-y-4 empty:hidden">
      {sources.map((source) => (
        <Unpaid key={source.orderId} source={source} productId={productId} />
      ))}
    </div>
  )
}

function Unpaid({ source, productId }: { source: OrderSource; productId: string | undefined }) {
  const { orderId, secret } = source
  const { data: order, error } = useQuery({
    ...orderQuery(orderId, secret),
    refetchOnWindowFocus: true,
    refetchOnMount: "always",
  })
  const isOver = isUnknown(error) || order?.canPay === false
  const update = useEffectEvent(() => {
    showUnpaid(orderId, order && !isOver ? { ...source, order } : null)
    if (isOver) forgetPlaced(orderId)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new state of the order is shown to the rest of the page.
  useEffect(() => {
    update()
  }, [order, isOver])
  if (!order || isOver) return null
  if (productId && order.items.every((item) => item.productId !== productId)) return null
  return <UnpaidNotice {...source} order={order} />
}
