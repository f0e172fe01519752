import { useNavigate } from "react-router-dom"
import { useFieldName } from "@/features/admin/shared/labels"
import { sendForMessage } from "@/features/admin/shared/send"
import { useFormAction } from "@/features/admin/shared/use-form-action"
import { useTranslation } from "@/i18n"
import { z } from "@/lib/zod"
import { bodyOf, type Draft, draftOf } from "./draft"
import { formPath, problemsOf } from "./problems"
import { type AdminProduct, productQuery, productsKey } from "./queries"

/** The names and prices of options, or the number of pictures. */
const listText = (items: readonly { name?: string; price?: string }[]) =>
  items.every(({ name }) => name === undefined)
    ? String(items.length)
    : items.map(({ name, price }) => `${name} ${price}`).join(", ")

/** State of the product form: draft, validation errors, saving. */
export function useProductForm(product: AdminProduct | null) {
  const { t } = useTranslation("adminProducts")
  const navigate = useNavigate()
  const isNew = product === null
  const schema = z.custom<Draft>().superRefine((draft, context) => {
    for (const [path, problem] of Object.entries(problemsOf(draft, isNew)))
      context.addIssue({ code: "custom", path: path.split("."), message: t(`problems.${problem}`) })
  })
  const form = useFormAction({
    schema,
    start: draftOf(product),
    fieldOf: formPath,
    lock: {
      row: product,
      valuesOf: draftOf,
      refusal: "PRODUCT_CHANGED",
      newest: (client) => client.fetchQuery(productQuery(product?._id ?? "")),
      label: useFieldName("adminProducts"),
      text: (value, path) => {
        if (Array.isArray(value)) return listText(value)
        return path.startsWith("turntable.") && path !== "turntable.url" ? null : undefined
      },
    },
    act: (draft, base) => {
      const body = bodyOf(draft)
      if (base === null) {
        return sendForMessage("post", "/api/admin/products", {
          body: { ...body, stock: Number(draft.stock) },
        })
      }
      return sendForMessage("put", "/api/admin/products/{product_id}", {
        path: { product_id: base._id },
        body: { ...body, version: base.version },
      })
    },
    onDone: ({ data: { product: saved } }, _, client) => {
      form.rebase(saved, false)
      client.setQueryData(productQuery(saved._id).queryKey, saved)
      void client.invalidateQueries({ queryKey: [...productsKey, "list"] })
      // After the draft is marked as saved, so that leaving needs no confirmation.
      if (isNew) window.setTimeout(() => navigate(`/admin/products/${saved._id}`, { replace: true }))
    },
  })
  return form
}
