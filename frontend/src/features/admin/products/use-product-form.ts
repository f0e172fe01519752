import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useNavigate } from "react-router-dom"
import { mergedDraft } from "@/features/admin/shared/use-draft"
import { useTranslation } from "@/i18n"
import { useErrorText } from "@/i18n/error-text"
import { ApiError } from "@/lib/api"
import { toast } from "@/lib/toast"
import { messageOf, useAction } from "@/lib/use-action"
import { bodyOf, type Draft, draftOf, newDraft, type PictureDraft, withValue } from "./draft"
import { formPath, problemsOf } from "./problems"
import { type AdminProduct, productQuery, productsKey, saveProduct } from "./queries"

export type Conflict = {
  changes: readonly { fields: readonly string[]; by: string; at: string }[]
  version: number
}

const isConflict = (error: unknown): error is ApiError & { data: Conflict } =>
  error instanceof ApiError && error.code === "PRODUCT_CHANGED"

/** State of the product form: draft, validation errors, saving. */
export function useProductForm(product: AdminProduct | null) {
  const { t } = useTranslation("adminProducts")
  const client = useQueryClient()
  const navigate = useNavigate()
  const errorText = useErrorText()
  // The initial values of the draft with their version.
  const [base, setBase] = useState(() => (product ? draftOf(product) : newDraft()))
  const [version, setVersion] = useState(product?.version ?? 0)
  const [draft, setDraft] = useState(base)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const dirty = JSON.stringify(draft) !== JSON.stringify(base)
  const isNew = product === null

  const saving = useAction({
    act: (body: Draft) =>
      saveProduct(bodyOf(body), product && { id: product._id, version }, isNew ? Number(body.stock) : 0),
    done: messageOf,
    onDone: ({ data: { product: saved } }) => {
      const fresh = draftOf(saved)
      setBase(fresh)
      setDraft(fresh)
      setVersion(saved.version)
      setTried(false)
      setRefused({})
      setConflict(null)
      client.setQueryData(productQuery(saved._id).queryKey, saved)
      void client.invalidateQueries({ queryKey: [...productsKey, "list"] })
      // After the draft is marked as saved, so that leaving needs no confirmation.
      if (isNew) window.setTimeout(() => navigate(`/admin/products/${saved._id}`, { replace: true }))
    },
  })

  function showError(error: Error) {
    if (isConflict(error)) setConflict(error.data)
    else if (error instanceof ApiError && Object.keys(error.errors).length > 0) {
      setRefused(
        Object.fromEntries(Object.entries(error.errors).map(([path, text]) => [formPath(path), text])),
      )
      setTried(true)
    } else toast.error(errorText(error, t("form.saveFailed")))
  }

  // A sale increases the version, too, without changing a field.
  const theirs = product && product.version > version && !saving.isPending ? draftOf(product) : null
  const changedMeanwhile = theirs !== null && JSON.stringify(theirs) !== JSON.stringify(base)
  // Saved by somebody else while the draft is unchanged: show their state at once.
  if (product && theirs && !dirty && conflict === null) {
    setBase(theirs)
    setDraft(theirs)
    setVersion(product.version)
  }

  const found = problemsOf(draft, isNew)
  const shown = Object.fromEntries(Object.entries(found).map(([path, key]) => [path, t(`problems.${key}`)]))
  const errors: Readonly<Record<string, string>> = tried ? { ...refused, ...shown } : {}

  return {
    draft,
    dirty,
    errors,
    conflict,
    /** Whether somebody else saved since the draft was opened. */
    changedMeanwhile,
    saving: saving.isPending,
    set: (path: string, value: unknown) => {
      setDraft((now) => withValue(now, path, value))
      setRefused(({ [path]: _, ...others }) => others)
    },
    /** Put an uploaded picture at the end. */
    add: (picture: PictureDraft) => setDraft((now) => ({ ...now, pictures: [...now.pictures, picture] })),
    /** Save the draft; false if it is invalid. */
    save: (): boolean => {
      setTried(true)
      if (Object.keys(found).length > 0) return false
      setRefused({})
      saving.mutate(draft, { onError: showError })
      return true
    },
    discard: () => {
      setDraft(base)
      setTried(false)
      setRefused({})
    },
    /** Take the newest state, with or without the own changes on top. */
    settle: async (keepMine: boolean) => {
      if (product === null) return
      const newest = await client.fetchQuery({ ...productQuery(product._id), staleTime: 0 }).catch(() => null)
      if (newest === null) {
        toast.error(t("form.failed"))
        return
      }
      const fresh = draftOf(newest)
      setDraft(keepMine ? mergedDraft(base, draft, fresh) : fresh)
      setBase(fresh)
      setVersion(newest.version)
      setConflict(null)
      setTried(false)
    },
  }
}
