import { useState } from "react"
import { NativeSelect } from "@/components/native-select"
import { Notice } from "@/components/notice"
import { type AdminCategory, categoriesKey } from "@/features/admin/products/queries"
import { ConfirmDialog } from "@/features/admin/shared/confirm-dialog"
import { useInLanguage } from "@/features/admin/shared/in-language"
import { sendForMessage } from "@/features/admin/shared/send"
import { useTranslation } from "@/i18n"

type DeleteDialogProps = {
  /** The category to delete; null when the dialog is closed. */
  category: AdminCategory | null
  categories: readonly AdminCategory[]
  onClose: () => void
}

/** Confirmation of the deletion, with the category that gets the products. */
export function DeleteDialog({ category, categories, onClose }: DeleteDialogProps) {
  const { t } = useTranslation("adminCategories")
  const inLanguage = useInLanguage()
  const [moveTo, setMoveTo] = useState("")
  const count = category?.productCount ?? 0
  return (
    <ConfirmDialog
      open={category !== null}
      onClose={() => {
        setMoveTo("")
        onClose()
      }}
      title={t("deleteTitle")}
      description={category && inLanguage(category.name)}
      verb={count > 0 ? t("moveAndDelete") : t("delete")}
      disabled={count > 0 && moveTo === ""}
      act={() =>
        sendForMessage("delete", "/api/admin/categories/{category_id}", {
          path: { category_id: category?._id ?? "" },
          query: { moveTo },
        })
      }
      renews={[categoriesKey]}
      failed={t("deleteFailed")}
    >
      <p>{t("deleteQuestion")}</p>
      {count > 0 && (
        <>
          <Notice tone="warning">{t("notEmpty", { count })}</Notice>
          <NativeSelect
            label={t("moveTo")}
            value={moveTo}
            options={[
              { value: "", label: t("choose"), disabled: true },
              ...categories
                .filter(({ _id }) => _id !== category?._id)
                .map(({ _id, name }) => ({ value: _id, label: inLanguage(name) })),
            ]}
            onChange={({ target }) => setMoveTo(target.value)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
