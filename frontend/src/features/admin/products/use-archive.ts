import { sendForMessage } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { useAction } from "@/lib/use-action"
import { productsKey } from "./queries"

/** Archive a product by its id, with undo. */
export function useArchive() {
  const { t } = useTranslation("adminProducts")
  const pathOf = (id: string) => ({ path: { product_id: id } })
  return useAction({
    act: (id: string) => sendForMessage("post", "/api/admin/products/{product_id}/archive", pathOf(id)),
    undo: ({ data }, id) => {
      const body = { version: data.product.version }
      return () =>
        sendForMessage("post", "/api/admin/products/{product_id}/archive/undo", { ...pathOf(id), body })
    },
    renews: [productsKey],
    failed: t("archiveFailed"),
  })
}
