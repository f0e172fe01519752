import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { api, unwrap } from "@/lib/api"
import { clearAccess, ofOrder, type Secret } from "@/lib/order-access"
import { useAction } from "@/lib/use-action"
import type { Order } from "./queries"

/** Claim a guest order for the logged-in account. */
export function Adopt({ order, secret }: { order: Order; secret: Secret | null }) {
  const { t } = useTranslation("orders")
  const navigate = useNavigate()
  const { orderId } = order
  const adopt = useAction({
    act: () => unwrap(api.POST("/api/orders/{order_id}/adopt", ofOrder(orderId, secret))),
    done: t("adopt.done"),
    onDone: () => {
      clearAccess(orderId)
      navigate(`/orders/${orderId}`, { replace: true })
    },
    failed: t("adopt.failed"),
  })
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <span className="text-ink-soft">{t("adopt.offer")}</span>
      <Button variant="secondary" size="sm" busy={adopt.isPending} onClick={() => adopt.mutate()}>
        {t("adopt.button")}
      </Button>
    </p>
  )
}
