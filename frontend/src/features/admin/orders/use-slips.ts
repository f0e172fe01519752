import { useMutation } from "@tanstack/react-query"
import { useTranslation } from "@/i18n"
import { saveFile } from "@/lib/save-file"
import { toast } from "@/lib/toast"
import { accessToken } from "@/stores/session"

type Slips = { kind: "slip" | "label"; orderIds: readonly string[] }

/** Save packing slips or address labels: a plain link could not say who we are. */
export function useSlips() {
  const { t } = useTranslation("adminOrders")
  return useMutation({
    retry: false,
    mutationFn: async ({ kind, orderIds }: Slips) => {
      const query = new URLSearchParams({ kind, orders: orderIds.join(",") })
      const answer = await fetch(`/api/admin/slips.pdf?${query}`, {
        headers: { Authorization: `Bearer ${await accessToken()}` },
      })
      if (!answer.ok) throw new Error(String(answer.status))
      return answer.blob()
    },
    onSuccess: (file, { kind, orderIds }) => saveFile(file, `${kind}-${orderIds[0]}.pdf`),
    onError: () => toast.error(t("slips.failed")),
  })
}
