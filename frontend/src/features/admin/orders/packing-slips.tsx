import { Button } from "@/components/button"
import { useTranslation } from "@/i18n"
import { api } from "@/lib/api"
import { saveResponse } from "@/lib/save-file"
import { todayInIndia } from "@/lib/time"
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
        `${kind}s-${todayInIndia()}.pdf`,
      )
    },
    failed: t("slips.failed"),
  })
}

type SlipButtonsProps = { slips: ReturnType<typeof usePackingSlips>; orderIds: readonly string[] }

/** Buttons that print the slips and the labels of orders. */
export function SlipButtons({ slips, orderIds }: SlipButtonsProps) {
  const { t } = useTranslation("adminOrders")
  return (["slip", "label"] as const).map((kind) => (
    <Button
      key={kind}
      size="sm"
      variant="secondary"
      className="max-sm:px-1.5"
      disabled={slips.isPending}
      busy={slips.isPending && slips.variables.kind === kind}
      onClick={() => slips.mutate({ kind, orderIds })}
    >
      {t(`slips.${kind}`, { count: orderIds.length })}
    </Button>
  ))
}
