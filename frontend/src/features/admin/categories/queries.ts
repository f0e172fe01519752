import { api, type Schemas, unwrapWithMessage } from "@/lib/api"

type CategoryBody = Schemas["CategoryIn"]

/** Create a category, or update it if it still has this `version`. */
export const saveCategory = (body: CategoryBody, edited: { id: string; version: number } | null) =>
  unwrapWithMessage(
    edited
      ? api.PUT("/api/admin/categories/{category_id}", {
          params: { path: { category_id: edited.id } },
          body: { ...body, version: edited.version },
        })
      : api.POST("/api/admin/categories", { body }),
  )

export const deleteCategory = (id: string, moveTo: string) =>
  unwrapWithMessage(
    api.DELETE("/api/admin/categories/{category_id}", {
      params: { path: { category_id: id }, query: { moveTo } },
    }),
  )
