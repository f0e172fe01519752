import { lazySection } from "@/components/lazy-with-retry"
import { withTexts } from "@/i18n"
import { useSession } from "@/stores/session"
import { useUnpaidOrders } from "@/stores/unpaid-orders"

const Loaded = lazySection(() => withTexts(import("./unpaid-orders"), "orders"), "UnpaidOrders")

/** The ways on for a buyer whose unpaid orders hold too much. */
export const HoldRefused = lazySection(() => withTexts(import("./hold-refused"), "orders"), "HoldRefused")

type UnpaidOrdersProps = {
  /** Only the orders with this product. */
  productId?: string
  /** True to fetch the account's orders, too, where this browser has placed none. */
  account?: boolean
}

/** The shopper's orders that wait for payment, fetched only by who may have one. */
export function UnpaidOrders({ account = true, ...props }: UnpaidOrdersProps) {
  const hasPlaced = useUnpaidOrders(({ placed }) => placed.length > 0)
  const loggedIn = useSession(({ session }) => session !== null)
  return hasPlaced || (account && loggedIn) ? <Loaded {...props} /> : null
}

/** Return true when a known order of this shopper waits for payment. */
export const useHasUnpaid = () =>
  useUnpaidOrders(({ placed, unpaid }) => placed.length > 0 || unpaid.length > 0)
