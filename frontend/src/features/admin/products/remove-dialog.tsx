import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { useInLanguage } from "@/features/admin/shared/in-language"
import { sendForMessage } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"
import { type AdminProductRow, productsKey } from "./queries"

type RemoveDialogProps = {
  /** The product to remove; null when the dialog is closed. */
  product: Pick<AdminProductRow, "_id" | "title"> | null
  onClose: () => void
  onRemoved?: () => void
}

/** Confirmation before an archived product is deleted; one that was sold stays archived. */
export function RemoveDialog({ product, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation("adminProducts")
  const inLanguage = useInLanguage()
  return (
    <ConfirmDialog
      open={product !== null}
      onClose={onClose}
      title={t("removeTitle")}
      description={product && inLanguage(product.title)}
      verb={t("remove")}
      act={() =>
        sendForMessage("delete", "/api/admin/products/{product_id}", {
          path: { product_id: product?._id ?? "" },
        })
      }
      onDone={onRemoved}
      renews={[productsKey]}
      failed={t("removeFailed")}
    >
      <p>{t("removeQuestion")}</p>
      <p className="mt-2 text-ink-soft text-sm">{t("removeNote")}</p>
    </ConfirmDialog>
  )
}
