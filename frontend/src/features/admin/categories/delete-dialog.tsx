import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { Button } from "@/components/button"
import { Dialog } from "@/components/dialog"
import { ErrorNotice } from "@/components/error-notice"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import type { AdminCategory } from "@/features/admin/products/queries"
import { useTranslation } from "@/i18n"
import { toast } from "@/lib/toast"
import { useLast } from "@/lib/use-last"
import { deleteCategory } from "./queries"

type DeleteDialogProps = {
  /** The category to delete; null when the dialog is closed. */
  category: AdminCategory | null
  categories: readonly AdminCategory[]
  onClose: () => void
  onDeleted: () => void
}

/** Confirmation of the deletion, with the category that gets the products. */
export function DeleteDialog({ category, categories, onClose, onDeleted }: DeleteDialogProps) {
  const { t, i18n } = useTranslation("adminCategories")
  const last = useLast(category)
  const name = last ? (i18n.language === "hi" && last.name.hi) || last.name.en : ""
  return (
    <Dialog
      open={category !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t("deleteTitle")}
      description={name}
    >
      {last && (
        <DeleteForm
          key={last._id}
          category={last}
          others={categories.filter(({ _id }) => _id !== last._id)}
          onClose={onClose}
          onDeleted={onDeleted}
        />
      )}
    </Dialog>
  )
}

type DeleteFormProps = {
  category: AdminCategory
  others: readonly AdminCategory[]
  onClose: () => void
  onDeleted: () => void
}

function DeleteForm({ category, others, onClose, onDeleted }: DeleteFormProps) {
  const { t, i18n } = useTranslation("adminCategories")
  const [moveTo, setMoveTo] = useState("")
  const count = category.productCount
  const deleting = useMutation({
    mutationFn: () => deleteCategory(category._id, moveTo),
    onSuccess: ({ message }) => {
      toast.success(message ?? "")
      onClose()
      onDeleted()
    },
    onError: onDeleted,
  })
  return (
    <div className="space-y-5">
      <p>{t("deleteQuestion")}</p>
      {count > 0 && (
        <>
          <Notice tone="warning">{t("notEmpty", { count })}</Notice>
          <NativeSelect
            label={t("moveTo")}
            value={moveTo}
            options={[
              { value: "", label: t("choose"), disabled: true },
              ...others.map(({ _id, name }) => ({
                value: _id,
                label: (i18n.language === "hi" && name.hi) || name.en,
              })),
            ]}
            onChange={({ target }) => setMoveTo(target.value)}
          />
        </>
      )}
      <ErrorNotice error={deleting.error} fallback={t("deleteFailed")} />
      <div className="flex justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button
          busy={deleting.isPending}
          disabled={count > 0 && moveTo === ""}
          onClick={() => deleting.mutate()}
        >
          {count > 0 ? t("moveAndDelete") : t("delete")}
        </Button>
      </div>
    </div>
  )
}
