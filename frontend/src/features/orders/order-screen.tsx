import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useEffect, useEffectEvent } from "react"
import { useLocation } from "react-router-dom"
import { ButtonLink } from "@/components/button"
import { EmptyState } from "@/components/empty-state"
import { ErrorState } from "@/components/error-state"
import { Notice } from "@/components/notice"
import { PageHead } from "@/components/page-head"
import { Skeleton } from "@/components/skeleton"
import { SupportLink } from "@/components/support-link"
import { useTranslation } from "@/i18n"
import { isUnknown } from "@/lib/payment-status"
import { retryOf } from "@/lib/retry-of"
import { OrderDetails, type OrderDetailsProps } from "./order-details"
import { orderQuery, useLiveOrder } from "./queries"

type OrderScreenProps = Omit<OrderDetailsProps, "order"> & {
  orderId: string
  /** Called when the access token is no longer valid. */
  onRefused?: () => void
  /** Link shown when there is no such order. */
  notFoundAction: ReactNode
}

/** One order, live, for whoever may see it. */
export function OrderScreen(props: OrderScreenProps) {
  const { orderId, secret, onRefused, notFoundAction } = props
  const { t } = useTranslation(["orders", "shop"])
  // The checkout opens the page so for an order that has just been placed without a payment.
  const placedFree = useLocation().state?.placedFree === true
  const order = useQuery(orderQuery(orderId, secret))
  const unknown = isUnknown(order.error)
  useLiveOrder(orderId, secret, !unknown)
  const refused = unknown && secret?.kind === "access"
  const tell = useEffectEvent(() => onRefused?.())
  useEffect(() => {
    if (refused) tell()
  }, [refused])

  return (
    <div className="page max-w-5xl py-10 sm:py-14">
      <PageHead title={t("order", { orderId })} />
      {order.data && !unknown ? (
        <>
          {placedFree && order.data.status === "confirmed" && (
            <Notice className="mb-8" tone="success" announce title={t("placedFree")} />
          )}
          <OrderDetails {...props} order={order.data} />
        </>
      ) : order.isPending || refused ? (
        <div role="status" aria-label={t("shop:common.loading")} className="space-y-6">
          <Skeleton className="h-12 w-2/3" />
          <Skeleton className="h-72 rounded-md" />
        </div>
      ) : unknown ? (
        <EmptyState
          heading="h1"
          title={t("notFound")}
          action={
            <>
              {notFoundAction}
              <SupportLink orderId={orderId}>{t("transaction.support")}</SupportLink>
              <ButtonLink to="/" variant="quiet">
                {t("shop:common.home")}
              </ButtonLink>
            </>
          }
        />
      ) : (
        <ErrorState fallback={t("failedOne")} {...retryOf(order)} />
      )}
    </div>
  )
}
