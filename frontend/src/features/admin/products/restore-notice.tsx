import { useQueryClient } from "@tanstack/react-query"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { sendForMessage } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { messageOf, useAction } from "@/lib/use-action"
import { type AdminProduct, productQuery } from "./queries"

/** Offers to restore an archived product. */
export function RestoreNotice({ product }: { product: AdminProduct }) {
  const { t } = useTranslation("adminProducts")
  const client = useQueryClient()
  const restoring = useAction({
    act: () =>
      sendForMessage("post", "/api/admin/products/{product_id}/restore", {
        path: { product_id: product._id },
      }),
    done: messageOf,
    onDone: ({ data }) => client.setQueryData(productQuery(product._id).queryKey, data.product),
    failed: t("form.saveFailed"),
  })
  return (
    <div className="mb-6">
      <Notice title={t("archived")}>
        <p>{t("archivedNote")}</p>
        <Button
          size="sm"
          variant="secondary"
          className="mt-3"
          busy={restoring.isPending}
          onClick={() => restoring.mutate()}
        >
          {t("restore")}
        </Button>
      </Notice>
    </div>
  )
}
