import { useMutation } from "@tanstack/react-query"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { toast } from "@/lib/toast"
import { useLast } from "@/lib/use-last"
import { type AdminProductRow, removeProduct } from "./queries"

type RemoveDialogProps = {
  /** The product to delete; null when the dialog is closed. */
  product: Pick<AdminProductRow, "_id" | "title"> | null
  onClose: () => void
  onRemoved: () => void
}

/** Confirmation of the deletion; a product that was sold is archived instead. */
export function RemoveDialog({ product, onClose, onRemoved }: RemoveDialogProps) {
  const { t, i18n } = useTranslation("adminProducts")
  const errorText = useErrorText()
  const last = useLast(product)
  const removing = useMutation({
    mutationFn: removeProduct,
    onSuccess: ({ message }) => {
      toast.success(message ?? "")
      onClose()
      onRemoved()
    },
    onError: (error) => toast.error(errorText(error, t("removeFailed"))),
  })
  return (
    <Dialog
      open={product !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("removeTitle")}
      description={last ? (i18n.language === "hi" && last.title.hi) || last.title.en : ""}
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button busy={removing.isPending} onClick={() => last && removing.mutate(last._id)}>
            {t("remove")}
          </Button>
        </div>
      }
    >
      <p>{t("removeQuestion")}</p>
      <p className="mt-2 text-ink-soft text-sm">{t("removeNote")}</p>
    </Dialog>
  )
}
