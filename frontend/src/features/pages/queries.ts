import { queryOptions } from "@tanstack/react-query"
import { api, read, type Schemas, unwrap } from "@/lib/api"

export type Document = Schemas["DocumentOut"]
export type Section = Schemas["DocumentSection"]
export type Run = Schemas["DocumentRun"]

export const documentQuery = (name: string) =>
  queryOptions({
    queryKey: ["document", name],
    queryFn: read("/api/documents/{name}", { path: { name } }, "document"),
    staleTime: 10 * 60_000,
  })

/** The key of a form that is opened now; good for one message. */
export const contactFormQuery = queryOptions({
  queryKey: ["contact-form"],
  queryFn: async ({ signal }) => {
    const { formKey, usableIn } = await unwrap(api.POST("/api/contact/form", { signal }))
    return { formKey, usableAt: Date.now() + usableIn * 1000 }
  },
  // As long as the page stands; the server says when it is too old.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})
