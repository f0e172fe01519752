import { useTranslation } from "@/i18n"
import { api } from "@/lib/api"
import { saveResponse } from "@/lib/save-file"
import { useAction } from "@/lib/use-action"

type Slips = { kind: "slip" | "label"; orderIds: readonly string[] }

/** Save packing slips or address labels by an API call: a plain link carries no access token. */
export function usePackingSlips() {
  const { t } = useTranslation("adminOrders")
  return useAction({
    act: ({ kind, orderIds }: Slips) => {
      const params = { query: { kind, orders: orderIds.join(",") } }
      return saveResponse(
        api.GET("/api/admin/slips.pdf", { params, parseAs: "blob" }),
        `${kind}-${orderIds[0]}.pdf`,
      )
    },
    failed: t("slips.failed"),
  })
}
