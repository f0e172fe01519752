import { PencilLine } from "lucide-react"
import { useLocation } from "react-router-dom"
import { Badge } from "@/components/badge"
import { IconButton } from "@/components/button"
import { orderAddress } from "@/features/admin/shared/record-address"
import { StaffTime } from "@/features/admin/shared/staff-time"
import type { Cells } from "@/features/admin/shared/table/data-table"
import { TextLink } from "@/features/admin/shared/text-link"
import { useTranslation } from "@/i18n"
import { formatRupees } from "@/lib/money"
import { useMay } from "@/stores/session"
import { CashRisksOfRow } from "./cash-risks"
import { OrderStatusBadge, PaymentBadge } from "./order-status"
import type { AdminOrder } from "./queries"

/** The columns of both views of the orders. */
export function useOrderColumns(onMove: (order: AdminOrder) => void) {
  const { t } = useTranslation("adminOrders")
  const { pathname, search } = useLocation()
  const mayMove = useMay("orders:write")
  return {
    order: ({ orderId, invoiceNumber, openReturns, openClaims }) => (
      <>
        <TextLink
          to={orderAddress(orderId)}
          state={{ list: pathname + search }}
          data-opens
          className="whitespace-nowrap"
          translate="no"
        >
          {orderId}
        </TextLink>
        {invoiceNumber && (
          <span className="block text-ink-soft text-xs max-[70rem]:hidden" translate="no">
            {invoiceNumber}
          </span>
        )}
        {openReturns > 0 && (
          <Badge tone="warning" className="mt-1">
            {t("row.returns", { count: openReturns })}
          </Badge>
        )}
        {openClaims > 0 && (
          <Badge tone="warning" className="mt-1">
            {t("row.claims", { count: openClaims })}
          </Badge>
        )}
      </>
    ),
    customer: ({ user, isGuest }) => (
      <span className="block min-[70rem]:max-w-40 min-[90rem]:max-w-56">
        <span className="block truncate">
          <span translate="no">{user.name}</span>
          {isGuest && <span className="text-ink-soft text-xs"> · {t("row.guest")}</span>}
        </span>
        <span
          className="block truncate text-ink-soft text-xs max-[70rem]:hidden"
          title={user.email}
          translate="no"
        >
          {user.email}
        </span>
      </span>
    ),
    amount: ({ totalAmount }) => (
      <span className="font-medium" translate="no">
        {formatRupees(totalAmount)}
      </span>
    ),
    status: ({ status }) => <OrderStatusBadge status={status} />,
    payment: (order) => (
      <>
        <PaymentBadge order={order} />
        <CashRisksOfRow risks={order.cashRisks} />
      </>
    ),
    date: ({ createdAt }) => (
      <StaffTime
        at={createdAt}
        className="inline-block min-w-22 tabular-nums max-[70rem]:text-ink-soft max-[70rem]:text-xs"
      />
    ),
    actions: (order) => (
      <span className="-my-1.5 flex justify-end">
        {mayMove && order.nextStatuses.length > 0 && (
          <IconButton label={t("row.moveOf", { id: order.orderId })} onClick={() => onMove(order)}>
            <PencilLine aria-hidden="true" className="size-4.5" />
          </IconButton>
        )}
      </span>
    ),
  } satisfies Cells<AdminOrder>
}
