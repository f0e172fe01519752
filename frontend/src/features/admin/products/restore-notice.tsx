import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Button } from "@/components/button"
import { Notice } from "@/components/notice"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { toast } from "@/lib/toast"
import { type AdminProduct, productQuery, restoreProduct } from "./queries"

/** Offers to restore an archived product. */
export function RestoreNotice({ product }: { product: AdminProduct }) {
  const { t } = useTranslation("adminProducts")
  const client = useQueryClient()
  const errorText = useErrorText()
  const restoring = useMutation({
    mutationFn: () => restoreProduct(product._id),
    onSuccess: ({ data, message }) => {
      client.setQueryData(productQuery(product._id).queryKey, data.product)
      toast.success(message ?? "")
    },
    onError: (error) => toast.error(errorText(error, t("form.saveFailed"))),
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
