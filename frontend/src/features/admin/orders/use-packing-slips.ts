import { useMutation } from "@tanstack/react-query"
import { useTranslation } from "@/i18n"
import { api } from "@/lib/api"
import { saveResponse } from "@/lib/save-file"
import { toast } from "@/lib/toast"

type Slips = { kind: "slip" | "label"; orderIds: readonly string[] }

/** Save packing slips or address labels by an API call: a plain link carries no access token. */
export function usePackingSlips() {
  const { t } = useTranslation("adminOrders")
  return useMutation({
    mutationFn: ({ kind, orderIds }: Slips) => {
      const params = { query: { kind, orders: orderIds.join(",") } }
      return saveResponse(
        api.GET("/api/admin/slips.pdf", { params, parseAs: "blob" }),
        `${kind}-${orderIds[0]}.pdf`,
      )
    },
    onError: () => toast.error(t("slips.failed")),
  })
}
