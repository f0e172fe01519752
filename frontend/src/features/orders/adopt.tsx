import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { api, unwrap } from "@/lib/api"
import { clearAccess, ofOrder, type Secret } from "@/lib/order-access"
import { toast } from "@/lib/toast"
import type { Order } from "./queries"

/** Claim a guest order for the logged-in account. */
export function Adopt({ order, secret }: { order: Order; secret: Secret | null }) {
  const { t } = useTranslation("orders")
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { orderId } = order
  const adopt = useMutation({
    mutationFn: () => unwrap(api.POST("/api/orders/{order_id}/adopt", ofOrder(orderId, secret))),
    onSuccess: () => {
      clearAccess(orderId)
      toast.success(t("adopt.done"))
      navigate(`/orders/${orderId}`, { replace: true })
    },
    onError: (error) => toast.error(errorText(error, t("adopt.failed"))),
  })
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <span className="text-ink-soft">{t("adopt.offer")}</span>
      <Button
        variant="secondary"
        size="sm"
        className="pointer-coarse:min-h-11"
        busy={adopt.isPending}
        onClick={() => adopt.mutate()}
      >
        {t("adopt.button")}
      </Button>
    </p>
  )
}
