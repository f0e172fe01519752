import { api, type Schemas, unwrapWithMessage } from "@/lib/api"

type CategoryBody = Schemas["CategoryIn"]

/** Save a new category, or a changed one as it was in `version`. */
export const saveCategory = (body: CategoryBody, edited: { id: string; version: number } | null) =>
  unwrapWithMessage(
    edited
      ? api.PUT("/api/admin/categories/{category_id}", {
          params: { path: { category_id: edited.id } },
          body: { ...body, version: edited.version },
        })
      : api.POST("/api/admin/categories", { body }),
  )

/** Delete a category; its products go to `moveTo`, when there are any. */
export const deleteCategory = (id: string, moveTo: string) =>
  unwrapWithMessage(
    api.DELETE("/api/admin/categories/{category_id}", {
      params: { path: { category_id: id }, query: { moveTo } },
    }),
  )
