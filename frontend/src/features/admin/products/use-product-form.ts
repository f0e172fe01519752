import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "react-router-dom"
import { sendForMessage } from "@/features/admin/shared/send"
import { useDraft, useSettle } from "@/features/admin/shared/use-draft"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { ApiError } from "@/lib/api"
import { messageOf } from "@/lib/use-action"
import { bodyOf, draftOf } from "./draft"
import { formPath, problemsOf } from "./problems"
import { type AdminProduct, productQuery, productsKey } from "./queries"

export type Conflict = {
  changes: readonly { fields: readonly string[]; by: string; at: string }[]
  version: number
}

const sameFields = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/** State of the product form: draft, validation errors, saving. */
export function useProductForm(product: AdminProduct | null) {
  const { t } = useTranslation("adminProducts")
  const client = useQueryClient()
  const navigate = useNavigate()
  const { base, draft, setDraft, rebase } = useDraft(product, draftOf)
  const isNew = product === null
  const saving = useFormAction({
    start: [draft, setDraft],
    problems: (typed) =>
      Object.fromEntries(
        Object.entries(problemsOf(typed, isNew)).map(([path, key]) => [path, t(`problems.${key}`)]),
      ),
    act: (typed) => {
      const body = bodyOf(typed)
      if (!base) {
        return sendForMessage("post", "/api/admin/products", {
          body: { ...body, stock: Number(typed.stock) },
        })
      }
      return sendForMessage("put", "/api/admin/products/{product_id}", {
        path: { product_id: base._id },
        body: { ...body, version: base.version },
      })
    },
    done: messageOf,
    onDone: ({ data: { product: saved } }) => {
      rebase(saved)
      client.setQueryData(productQuery(saved._id).queryKey, saved)
      void client.invalidateQueries({ queryKey: [...productsKey, "list"] })
      // After the draft is marked as saved, so that leaving needs no confirmation.
      if (isNew) window.setTimeout(() => navigate(`/admin/products/${saved._id}`, { replace: true }))
    },
  })
  const refusal = saving.error instanceof ApiError ? saving.error : null
  const conflict = refusal?.code === "PRODUCT_CHANGED" ? (refusal.data as Conflict) : null
  const saved = draftOf(base)
  const dirty = !sameFields(draft, saved)

  const isBehind = !!product && !!base && product.version > base.version && !saving.isPending
  // A sale increases the version, too, without changing a field.
  const changedMeanwhile = isBehind && !sameFields(draftOf(product), saved)
  // Saved by somebody else while the draft is unchanged: show their state at once.
  if (isBehind && !dirty && !conflict) rebase(product)

  return {
    ...saving,
    errors: Object.fromEntries(
      Object.entries(saving.errors).flatMap(([path, text]) => (text ? [[formPath(path), text]] : [])),
    ),
    draft,
    setDraft,
    dirty,
    conflict,
    /** True when somebody else saved since the draft was opened. */
    changedMeanwhile,
    discard: () => {
      setDraft(saved)
      saving.reset()
    },
    settle: useSettle(productQuery(product?._id ?? ""), t("form.failed"), (newest, keepMine) => {
      rebase(newest, keepMine)
      saving.reset()
    }),
  }
}
